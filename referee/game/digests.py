"""SHA-256 digests, by which contents are told from each other."""


def sha256_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal digits."""
    # It brings OpenSSL, which takes longer to load than a short record to judge.
    import hashlib  # noqa: PLC0415

    return hashlib.sha256(data).hexdigest()
