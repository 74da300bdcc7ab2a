import time

_attempts = 0


def call_with_retry(fn, limit=3, pause_s=0.5):
    """Calls fn until it succeeds, at most `limit` times."""
    global _attempts
    _attempts = 0
    while True:
        _attempts += 1
        try:
            return fn()
        except ConnectionError:
            if _attempts >= limit:
                raise
            time.sleep(pause_s * _attempts)


def describe(limit):
    return "will try up to %d times" % limit
