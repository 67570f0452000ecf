"""How colours look to eyes that do not tell all of them apart, and how far two colours differ.

The matrices are those of Machado, Oliveira and Fernandes (2009) for complete protanopia,
deuteranopia and tritanopia, applied to linear RGB; the distance is that of CIELAB (CIE76), in
which about 2 can just be seen side by side.
"""

from math import dist

Vector = tuple[float, float, float]

EYES: dict[str, tuple[Vector, Vector, Vector]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: tuple[Vector, Vector, Vector] = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
_WHITE: Vector = (0.9505, 1.0, 1.089)


def linear(colour: str) -> Vector:
    """Return a colour such as #1C5FA8 as linear RGB."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    return sum(a * b for a, b in zip(_TO_XYZ[1], linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str, eye: str) -> float:
    """Return how far two colours are apart to an eye."""
    return dist(_lab(one, eye), _lab(other, eye))


def _lab(colour: str, eye: str) -> Vector:
    seen = _times(EYES[eye], linear(colour))
    clipped = tuple(min(max(value, 0.0), 1.0) for value in seen)
    xyz = _times(_TO_XYZ, (clipped[0], clipped[1], clipped[2]))
    x, y, z = (_bent(value / white) for value, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    red, green, blue = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return red, green, blue
