"""What the referee can be asked from Python; `import referee` offers all of it."""
