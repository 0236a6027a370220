"""URLs in a Django project: path, query, body, settings, error body, redirect.

Run it: `python django_app.py runserver`.
"""

import json
import os
import sys
from collections.abc import Callable

from django import forms
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from uriverse import PolicyError, URIError, parse, safe_redirect
from uriverse.integrations.django import ReferenceValidator

settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY=os.environ.get("SECRET_KEY", "of a demonstration"),
    MIDDLEWARE=["django_app.Refusals"],
    # A setting that is no URI stops the program at its start, and says where.
    BASE=parse(os.environ.get("BASE", "https://app.example/files/")),
)


class Refusals:
    """The body of every refusal; the message shows passwords as stars."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, _request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, URIError):
            return None
        return JsonResponse({"error": {"reason": error.reason, "message": str(error)}}, status=422)


class Hook(forms.Form):
    """The body of a request."""

    # What strangers may name: HTTPS, no password, no private address (docs/accept-a-url.md).
    url = forms.CharField(validators=[ReferenceValidator(schemes=["https"], userinfo=False, addresses="public")])


def link(_request: HttpRequest, name: str) -> HttpResponse:
    """One segment of the link, whatever the name holds: "/" becomes %2F."""
    return JsonResponse({"url": str(settings.BASE / name)})


def check(request: HttpRequest) -> HttpResponse:
    """A URL in the query."""
    url = parse(request.GET["url"])
    return JsonResponse({"host": url.connect_host, "port": url.effective_port})


@csrf_exempt
def add(request: HttpRequest) -> HttpResponse:
    """A URL in the body."""
    form = Hook(json.loads(request.body))
    if not form.is_valid():
        return JsonResponse({"error": {"reason": "value", "message": form.errors["url"][0]}}, status=422)
    return JsonResponse({"url": form.cleaned_data["url"]}, status=201)


def go(request: HttpRequest) -> HttpResponse:
    """A redirect that stays here."""
    try:
        return HttpResponseRedirect(str(safe_redirect(request.GET["next"], settings.BASE)), status=303)
    except PolicyError:
        return JsonResponse({"error": {"message": "next leads elsewhere"}}, status=400)


urlpatterns = [path("files/<path:name>", link), path("check", check), path("hooks", add), path("go", go)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
