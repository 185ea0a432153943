"""What schemathesis cannot know: addresses that avoid the limits, and values that pass the validation rules."""

import itertools
import json
import os
import urllib.request

import schemathesis

NUMBERS = itertools.count(1)
# Identifiers of existing objects, by the path of their call. Created by run.py.
KNOWN = json.loads(os.environ.get("FUZZ_KNOWN", "{}"))


def sometimes(number):
    """Two times in three, so that generated values are tried too."""
    return number % 3 != 0


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes every call come from a separate address, and every second or third body satisfy the rules."""
    number = next(NUMBERS)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # A body that should be refused stays as generated.
    generation = case.meta.generation.mode if case.meta else None
    if generation is None or not generation.is_positive or not sometimes(number):
        return
    call = f"{case.method.upper()} {case.operation.path}"
    if call in KNOWN.get("paths", {}):
        case.path_parameters.update(KNOWN["paths"][call])
    if isinstance(case.body, dict):
        fill(call, case.body, number)


@schemathesis.hook
def filter_case(context, case):
    """A null field of a post counts as absent, although its schema does not allow null."""
    takes_posts = "/admin/posts" in case.operation.path or case.operation.path == "/api/admin/analysis"
    generation = case.meta.generation.mode if case.meta else None
    if not takes_posts or not isinstance(case.body, dict) or generation is None or generation.is_positive:
        return True
    return None not in case.body.values()


@schemathesis.hook
def filter_query(context, query):
    """An empty choice in a form's list means all, as does no choice."""
    return not query or "" not in (query.get("status"), query.get("type"))


def version():
    """The version of the existing post: saving another version is a conflict."""
    address = f"{KNOWN['url']}/api/admin/posts/{KNOWN['post']}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {KNOWN['token']}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["version"]


def fill(call, body, number):
    """Adds what the rules require to a body."""
    if call in ("POST /api/admin/posts", "PUT /api/admin/posts/{id}"):
        body.update(title=body.get("title") or "A title", slug=f"fuzz-{number}", published_date=None, schema="")
        body.update(featured_image=None, thumbnail_image="", canonical_url=None, section_tags=["SEO"])
        if call.startswith("PUT"):
            body["version"] = version()
    elif call == "POST /api/functions/send-contact-email" and isinstance(body.get("data"), dict):
        kinds = ["contact", "audit", "footer", "newsletter", "seo-fix-list", "quiz-lead"]
        body["data"].update(type=kinds[number % len(kinds)], email=f"fuzz-{number}@example.org", name="Ann Example")
        body["data"].update(message=body["data"].get("message") or "Hello", website="https://example.org")
    elif call.startswith("POST /api/auth/"):
        body.update(email=f"fuzz-{number}@example.org", password=body.get("password") or f"tugboat lantern {number}")
    elif call == "POST /api/bookings" and KNOWN.get("slots"):
        slots = KNOWN["slots"]
        body.update(start=slots[number % len(slots)], name="Ann Example", email=f"fuzz-{number}@example.org", website="")
