"""What pages ask of the rules: looked for in everyday words, with where each edition says so."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import rules, rulings
from referee.table.answers import JsonResponse, answering

MOST_SHOWN: Final = 30
LONGEST: Final = 100


@answering
async def find(request: Request) -> Response:
    """Answer with the rules and the open questions in which words are found."""
    about = request.query_params.get("about", "").strip()[:LONGEST]
    words = about.casefold().split()
    found = rules(about) if words and about.upper() not in _FAMILIES else rules()
    asked = [page for page in rulings() if all(word in _text(page) for word in words)]
    return JsonResponse(
        {
            "rules": [
                {
                    "id": page.id,
                    "holds": page.holds,
                    "citations": [str(citation) for citation in page.citations],
                }
                for page in found[:MOST_SHOWN]
            ],
            "rulings": [
                {
                    "id": page.id,
                    "question": page.question,
                    "says": page.says,
                    "answers": [
                        {"answer": each.answer, "text": each.text}
                        for each in (page.default, *page.options)
                    ],
                }
                for page in asked[:MOST_SHOWN]
            ],
        }
    )


_FAMILIES: Final = frozenset({page.family.upper() for page in rules()})


def _text(page: Any) -> str:  # noqa: ANN401
    return f"{page.id} {page.question} {page.says} {page.default.text}".casefold()


RULE_ROUTES = [Route("/api/rules", find, methods=["GET"])]
