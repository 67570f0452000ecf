"""The types of what answers consist of, for annotations; nothing of them is made by a caller.

Type checkers read `types.pyi`, which says the same.
"""

from referee import fetching, homes

_NAMES = {
    "api.batches": "RuleCount Summary",
    "api.component_sets": "CheckedSet CheckedStatement ComponentSetFacts SetFinding",
    "api.conformance": "Conformance ProgramDifference ProgramTold RuleAgreement RuleAtWork",
    "api.copy_lessons": (
        "AcceptedCopy ContradictingStatement LearntValue Lessons ReadingCorrection"
        " SuspectValue VerdictChange"
    ),
    "api.copy_questions": (
        "Advice CopyAdvice CopyMap CopyProgress CopyQuestion CopySnapshot MapBorder MapPlace"
    ),
    "api.courses": "Course PlayerStanding Standing TurningPoint",
    "api.errors": "ErrorAnswer Trouble",
    "api.explanations": "CitedRule Conflict Correction Editions Shortage Shortfall",
    "api.game_versions": "Change ChangedVerdict GameStatus NextStatement StatementVerdict",
    "api.games": "At Moment",
    "api.gaps": "GapQuestion PlayerScoreRange ScoreRanges",
    "api.optima": "BeforeAfter BestPlay Optimum RankedTurn",
    "api.positions": "PositionAudit PositionFault",
    "api.puzzles": "Attempt PuzzleHint PuzzleProofs PuzzleSummary PuzzleTable UnreadableAttempt",
    "api.repairs": "OtherWay Suggestion",
    "api.reviews": "PlayerReview ReviewedTurn",
    "api.rule_pages": "RulePage RulingPage",
    "api.scores": "Pads PlayerScore",
    "api.tables": "Drawn MomentFacts OpenFact PlayerArea PossibleTables TableFacts",
    "api.turn_drafts": "DraftAnswer Option",
    "api.turn_lists": "BothCounts CountComparison CountDifference Counts LegalTurns",
    "api.turns": "Turns",
    "api.verdicts": (
        "AgreedStatement BrokenRule CertainFact ConflictItem DoubtfulClaim JudgedStatement"
        " OpenGap PlacedStatement RuleNamed SettlingValue StatementCondition UnreadableVerdict"
    ),
    "batch.result_tables": "CorpusReport CorpusRows",
    "core.answer": "Answer",
    "core.citations": "Citation Edition",
    "core.rule": "GivenNumber NumberPart",
    "core.rulings": "Rulings",
    "core.state": "State",
    "drawing.items": "Face",
    "records.judgement": "Disagreement Proof",
    "records.record": "Header Record Statement",
    "repairs.distinctions": "LineChange",
    "solve.horizons": "BookPlan JarMove PlacedBook",
    "solve.puzzle": "PuzzleProof",
    "referee_model.best.objective": "Objective",
}
"""By module the names that are offered here."""

_HOMES = homes(_NAMES)
__getattr__ = fetching(__name__, _HOMES)

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the table above is the only list
