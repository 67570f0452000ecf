from referee.positions.faults import Fault
def contradictions(state, colours): return []
def audit(state, colours): return []
