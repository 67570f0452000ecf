// Cells of points in a box: whatever lies nearer to a point than to any other belongs to it.

/** Return the cells by name: corners, and for each side the name of who lies behind it (or null). */
export function cells(points, width, height) {
  const names = [...points.keys()];
  return new Map(names.map((name) => [name, cell(name, names, points, width, height)]));
}

function cell(name, names, points, width, height) {
  let corners = [[0, 0], [width, 0], [width, height], [0, height]].map((at) => ({ at, behind: null }));
  const own = points.get(name);
  for (const other of names) if (other !== name) corners = clipped(corners, own, points.get(other), other);
  return corners;
}

/** Cut off what lies nearer to another point; a side belongs to the corner it begins at. */
function clipped(corners, own, far, name) {
  const normal = [far[0] - own[0], far[1] - own[1]];
  const middle = [(far[0] + own[0]) / 2, (far[1] + own[1]) / 2];
  const beyond = ([x, y]) => (x - middle[0]) * normal[0] + (y - middle[1]) * normal[1];
  const kept = [];
  corners.forEach((corner, number) => {
    const next = corners[(number + 1) % corners.length];
    const [here, there] = [beyond(corner.at), beyond(next.at)];
    if (here <= 0) kept.push(corner);
    if (here <= 0 === there <= 0) return;
    const share = here / (here - there);
    const at = corner.at.map((part, axis) => part + share * (next.at[axis] - part));
    kept.push({ at, behind: here <= 0 ? name : corner.behind });
  });
  return kept;
}

/** Return the sides that two cells share: both names, and where the side lies. */
export function sides(found, shortest) {
  const shared = [];
  for (const [name, corners] of found) {
    corners.forEach((corner, number) => {
      const end = corners[(number + 1) % corners.length].at;
      const long = Math.hypot(end[0] - corner.at[0], end[1] - corner.at[1]);
      if (corner.behind !== null && name < corner.behind && long >= shortest) shared.push({ between: [name, corner.behind], from: corner.at, to: end });
    });
  }
  return shared;
}
