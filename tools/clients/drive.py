"""The calls of the official Python clients, over TLS. Prints a line per call, then `N of M` and what Frontdesk does not offer."""
import json
import os
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError
from azure.mgmt.apimanagement import ApiManagementClient
from azure.mgmt.apimanagement._serialization import full_restapi_key_transformer
from azure.mgmt.resourcehealth import MicrosoftResourceHealth
from azure.mgmt.streamanalytics import StreamAnalyticsManagementClient

ENDPOINT = os.environ["FRONTDESK"]
SUBSCRIPTION = "5ab00000-0000-4000-8000-00000000000a"
GROUP, SERVICE, API, DIAGNOSTIC = "rg-shop", "gateway-shop", "orders", "trial"
MACHINE = f"subscriptions/{SUBSCRIPTION}/resourceGroups/{GROUP}/providers/Microsoft.Compute/virtualMachines/vm-web"
EVENTS = {"api_version": "2025-05-01"}


class Credential:
    def get_token(self, *scopes, **kwargs):
        return AccessToken(os.environ["TOKEN"], int(time.time()) + 3600)


options = {"base_url": ENDPOINT, "credential_scopes": ["api://frontdesk/.default"]}
gateway = ApiManagementClient(Credential(), SUBSCRIPTION, **options)
streaming = StreamAnalyticsManagementClient(Credential(), SUBSCRIPTION, **options)
health = MicrosoftResourceHealth(Credential(), SUBSCRIPTION, **options)
kept = {}


def some(elements):
    assert len(list(elements)) > 0, "The list is empty."


def refused(status, call):
    try:
        call()
    except HttpResponseError as error:
        assert error.status_code == status, error
        return
    raise AssertionError("It was not refused.")


def keep(name, value):
    kept[name] = value
    assert value is not None


def to_bytes(properties):
    """Debian's beta writes models as XML, and takes bytes unchanged."""
    return json.dumps({"properties": properties}).encode()


def restore(model):
    return json.dumps(model.as_dict(key_transformer=full_restapi_key_transformer)).encode()


JOB = {
    "location": "westeurope",
    "sku": {"name": "Standard"},
    "outputs": [
        {
            "name": "sales",
            "datasource": {
                "type": "Microsoft.Sql/Server/Database",
                "server": "sql-shop",
                "database": "orders",
                "table": "sales",
                "user": "shop",
                "password": "secret",
            },
        }
    ],
    "transformation": {"name": "all", "streaming_units": 1, "query": "SELECT * INTO sales FROM clicks"},
}
PARTS = "inputs,outputs,transformation,functions"
diagnostics = gateway.api_diagnostic
jobs = streaming.streaming_jobs
at = (GROUP, SERVICE, API, DIAGNOSTIC)

CALLS = {
    "api_diagnostic.create_or_update": lambda: diagnostics.create_or_update(
        *at, to_bytes({"loggerId": "/loggers/insights", "verbosity": "error"})
    ),
    "api_diagnostic.get": lambda: keep("diagnostic", diagnostics.get(*at)),
    "api_diagnostic.get_entity_tag": lambda: diagnostics.get_entity_tag(*at),
    "api_diagnostic.create_or_update, with what was read": lambda: diagnostics.create_or_update(*at, restore(kept["diagnostic"])),
    "api_diagnostic.update": lambda: diagnostics.update(*at, "*", to_bytes({"verbosity": "verbose"})),
    "api_diagnostic.list_by_service": lambda: some(diagnostics.list_by_service(GROUP, SERVICE, API)),
    "api_diagnostic.delete": lambda: diagnostics.delete(*at, "*"),
    "api_diagnostic.get, absent": lambda: refused(404, lambda: diagnostics.get(*at)),
    "events.list_by_single_resource": lambda: some(health.events.list_by_single_resource(MACHINE, **EVENTS)),
    "events.list_by_subscription_id": lambda: some(health.events.list_by_subscription_id(**EVENTS)),
    "streaming_jobs.begin_create_or_replace": lambda: jobs.begin_create_or_replace(GROUP, "trial", JOB).result(),
    "streaming_jobs.get": lambda: keep("job", jobs.get(GROUP, "trial", expand=PARTS)),
    "streaming_jobs.begin_create_or_replace, with what was read": lambda: jobs.begin_create_or_replace(
        GROUP, "trial", kept["job"]
    ).result(),
    "streaming_jobs.update": lambda: jobs.update(GROUP, "trial", {"output_error_policy": "Drop"}),
    "streaming_jobs.list_by_resource_group": lambda: some(jobs.list_by_resource_group(GROUP)),
    "streaming_jobs.list": lambda: some(jobs.list()),
    "streaming_jobs.begin_start": lambda: jobs.begin_start(GROUP, "trial").result(),
    "streaming_jobs.begin_delete": lambda: jobs.begin_delete(GROUP, "trial").result(),
}
NOT_OFFERED = []

done = 0
for name, call in CALLS.items():
    try:
        call()
        done += 1
        print(f"  ok  {name}")
    except Exception as error:  # Each failure is reported, and the next call made.
        print(f"  FAILED  {name}: {type(error).__name__} {str(error)[:300]}")
print(f"{done} of {len(CALLS)}; not offered: {', '.join(NOT_OFFERED) or 'none'}", flush=True)
raise SystemExit(0 if done == len(CALLS) else 1)
