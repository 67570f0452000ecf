"""Renderings: functions that turn the referee's answers into things a console can print."""
