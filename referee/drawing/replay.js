// Shows any event of the game: puts the pieces that the file carries into the picture.
// It knows no rules. What each part of the picture looks like after which event is data.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var events = data.events, last = events.length - 1;
  var at = last, best = false, player = null, shown = {};
  var by = function (id) { return document.getElementById(id); };
  document.documentElement.classList.add("scripted");
  // A link leads to a table here, and not to a place further down on the page.
  if ("scrollRestoration" in history) { history.scrollRestoration = "manual"; }
  document.querySelectorAll("#list a[id]").forEach(function (link) { link.removeAttribute("id"); });
  // One character of the private use area stands for what occurs often in the pieces.
  data.films.forEach(function (film) {
    film.pieces = film.pieces.map(function (piece) {
      return piece.replace(/[\ue000-\uf8ff]/g, function (c) {
        return film.table[c.charCodeAt(0) - data.private];
      });
    });
  });

  // From which table on a part looks how is in rising order.
  function look(looks, table) {
    var low = 0, high = looks.length - 1;
    while (low < high) {
      var middle = (low + high + 1) >> 1;
      if (looks[middle][0] <= table) { low = middle; } else { high = middle - 1; }
    }
    return low;
  }

  function draw(table) {
    data.films.forEach(function (film) {
      film.parts.forEach(function (part) {
        var number = look(part[1], table), key = part[0];
        if (shown[key] === number) { return; }
        shown[key] = number;
        by(key).innerHTML = part[1][number][1].map(function (piece) {
          return film.pieces[piece];
        }).join("");
      });
    });
  }

  function show(event, asBest, quiet) {
    var old = by("e" + at), now = events[event];
    best = Boolean(asBest && now.best !== null);
    if (old) { old.classList.remove("now-at"); old.removeAttribute("aria-current"); }
    at = event;
    var table = best ? now.best : data.first + at;
    draw(table);
    var line = by("e" + at);
    line.classList.add("now-at");
    line.setAttribute("aria-current", "true");
    by("where").textContent = now.where;
    by("now-body").replaceChildren.apply(by("now-body"), told(line));
    by("best").hidden = now.best === null;
    by("best").setAttribute("aria-pressed", String(best));
    by("best").textContent = best ? data.words["show-played"] : data.words["show-best"];
    document.querySelectorAll("[data-title]").forEach(function (title) {
      title.textContent = best ? now.where + " · " + data.words["show-best"] : now.told;
    });
    now.pads.forEach(function (rows, seat) {
      rows.forEach(function (value, row) {
        by("pad-" + seat + "-" + row).textContent = value;
      });
    });
    data.charts.forEach(function (chart) {
      by(chart.id).setAttribute("transform", "translate(" + chart.xs[at] + " 0)");
    });
    by("previous").disabled = find(-1) === null;
    by("next").disabled = find(1) === null;
    var list = by("list");
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = line.offsetTop - list.clientHeight / 3;
    }
    if (!quiet) {
      try { history.replaceState(null, "", "#" + now.id + (best ? "b" : "")); } catch (e) { /* a frame without history */ }
    }
  }

  // The same words as in the list, without its link.
  function told(line) {
    return Array.from(line.cloneNode(true).childNodes).map(function (child) {
      if (child.tagName !== "A") { return child; }
      var words = document.createElement("p");
      words.append.apply(words, Array.from(child.childNodes));
      return words;
    });
  }

  // The next event in a direction that is wanted; what was taken back can be passed over.
  function find(step, wanted) {
    for (var i = at + step; i >= 0 && i <= last; i += step) {
      if (events[i].back && by("skip").checked) { continue; }
      if (!wanted || wanted(events[i], i)) { return i; }
    }
    return null;
  }

  function go(step, wanted, round) {
    var found = find(step, wanted);
    if (found === null && round) {
      // From the end a search begins again at the first event.
      var from = at;
      at = step > 0 ? -1 : last + 1;
      found = find(step, wanted);
      at = from;
    }
    if (found !== null) { show(found, false); }
  }

  var fault = function (event) { return event.fault; };
  var miss = function (event) { return event.loss >= data.big; };
  function begins(event, i) { return i > 0 && events[i - 1].round !== event.round; }
  function rounds(step) {
    var first = find(step, begins);
    show(first === null ? (step > 0 ? last : 0) : first, false);
  }
  function copy() {
    var link = location.href;
    var done = function () { by("copied").textContent = data.words.copied; };
    if (navigator.clipboard) { navigator.clipboard.writeText(link).then(done, function () {}); }
  }
  function part(name) {
    data.films.some(function (film) {
      var found = by(film.prefix + name);
      if (!found || !found.getClientRects().length) { return false; }
      var top = found.getBoundingClientRect().top + scrollY - 64;
      scrollTo({ top: Math.max(0, top) });
      return true;
    });
  }

  var keys = {
    ArrowLeft: function () { go(-1); }, ArrowRight: function () { go(1); },
    ArrowUp: function () { rounds(-1); }, ArrowDown: function () { rounds(1); },
    Home: function () { show(0); }, End: function () { show(last); },
    n: function () { go(1, fault, true); }, x: function () { go(1, miss, true); },
    b: function () { show(at, !best); }, l: copy,
    m: function () { part("map"); }, t: function () { part("tracks"); },
    c: function () { part("cards"); }, k: function () { part("books"); },
    p: function () { part("seat-0"); }
  };
  document.addEventListener("keydown", function (press) {
    if (press.altKey || press.ctrlKey || press.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(press.target.tagName) && press.target.type !== "checkbox") { return; }
    var action = keys[press.key.length === 1 ? press.key.toLowerCase() : press.key];
    if (action) { press.preventDefault(); action(); }
  });
  [["previous", keys.ArrowLeft], ["next", keys.ArrowRight], ["previous-round", keys.ArrowUp],
    ["next-round", keys.ArrowDown], ["next-fault", keys.n], ["next-miss", keys.x],
    ["best", keys.b], ["link", copy]].forEach(function (pair) {
    if (by(pair[0])) { by(pair[0]).addEventListener("click", pair[1]); }
  });
  document.querySelectorAll("[data-seat]").forEach(function (button) {
    button.addEventListener("click", function () {
      player = Number(button.dataset.seat);
      go(1, function (event) { return event.seat === player; }, true);
    });
  });
  document.querySelectorAll("[data-part]").forEach(function (button) {
    button.addEventListener("click", function () { part(button.dataset.part); });
  });
  by("list").addEventListener("click", function (click) {
    var link = click.target.closest("a");
    if (link) { click.preventDefault(); follow(link.getAttribute("href")); }
  });
  by("misses") && by("misses").addEventListener("click", function (click) {
    var link = click.target.closest("a");
    if (link) { click.preventDefault(); follow(link.getAttribute("href")); scrollTo({ top: 0 }); }
  });

  data.charts.forEach(function (chart) {
    var svg = by(chart.id).ownerSVGElement;
    svg.addEventListener("click", function (click) {
      var box = svg.getBoundingClientRect();
      var x = (click.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
      var near = 0;
      chart.xs.forEach(function (one, i) {
        if (Math.abs(one - x) < Math.abs(chart.xs[near] - x)) { near = i; }
      });
      show(near, false);
    });
  });

  // A swipe goes on or back; a drag up or down scrolls as ever.
  var start = null;
  document.addEventListener("touchstart", function (touch) {
    start = touch.touches.length === 1 ? touch.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", function (touch) {
    if (!start) { return; }
    var end = touch.changedTouches[0];
    var across = end.clientX - start.clientX, down = end.clientY - start.clientY;
    start = null;
    if (touch.target.closest && touch.target.closest(".parts, nav")) { return; }
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) { go(across < 0 ? 1 : -1); }
  }, { passive: true });

  function follow(hash) {
    var name = decodeURIComponent(hash.replace(/^#/, ""));
    var found = events.findIndex(function (event) { return event.id === name; });
    if (found >= 0) { show(found, false); return true; }
    found = events.findIndex(function (event) { return "line:" + event.line === name; });
    if (found >= 0) { show(found, false); return true; }
    if (/b$/.test(name)) {
      found = events.findIndex(function (event) { return event.id + "b" === name; });
      if (found >= 0) { show(found, true); return true; }
    }
    found = events.findIndex(function (event) { return String(event.round) === name; });
    if (found >= 0) { show(found, false); return true; }
    return false;
  }
  addEventListener("hashchange", function () { follow(location.hash); });
  data.films.forEach(function (film) {
    film.parts.forEach(function (part) { shown[part[0]] = part[1].length - 1; });
  });
  if (!location.hash || !follow(location.hash)) { show(last, false, true); }
  addEventListener("load", function () { scrollTo(0, 0); });
})();
