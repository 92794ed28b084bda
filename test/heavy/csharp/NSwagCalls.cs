using Frontdesk.NSwag;
using Newtonsoft.Json.Linq;

/// <summary>Calls of the client that NSwag generated.</summary>
static class NSwagCalls
{
    const string Subscription = "5ab00000-0000-4000-8000-00000000000a";
    static readonly Guid SubscriptionId = Guid.Parse(Subscription);
    static readonly Guid Company = Guid.Parse("c0400000-0000-4000-8000-00000000000a");
    static readonly Guid Bicycle = Guid.Parse("17e00000-0000-4000-8000-0000000000a1");
#if MICROSOFT
    const string Items = "/v2.0/companies(c0400000-0000-4000-8000-00000000000a)/items";
    const string sql = "Microsoft.Sql/Server/Database";
    const string oauth2 = "OAuth2", clientCredentials = "ClientCredentials", standard = "Standard", now = "JobStartTime";
#else
    const string Items = "/companies(c0400000-0000-4000-8000-00000000000a)/items";
    const string sql = "Vendor.Sql/Server/Database";
    const AuthorizationPropertiesAuthorizationTypeRequest oauth2 = AuthorizationPropertiesAuthorizationTypeRequest.OAuth2;
    const AuthorizationPropertiesOauth2grantTypeRequest clientCredentials =
        AuthorizationPropertiesOauth2grantTypeRequest.ClientCredentials;
    const StreamingJobPropertiesSkuNameRequest standard = StreamingJobPropertiesSkuNameRequest.Standard;
    const StreamingJobStartOutputStartModeRequest now = StreamingJobStartOutputStartModeRequest.JobStartTime;
#endif

    public static Task<bool> RunAsync()
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new("Bearer", Calls.Token);
        var client = new FrontdeskClient(http) { BaseUrl = Calls.Endpoint };
        const AuthorizationChangeVersion change = AuthorizationChangeVersion.V2024_05_01;
        const AuthorizationVersion read = AuthorizationVersion.V2024_05_01;
        const StreamingJobVersion version = StreamingJobVersion.V2020_03_01;
        var authorization = new AuthorizationRequest
        {
            Properties = new()
            {
                AuthorizationType = oauth2,
                Oauth2grantType = clientCredentials,
                Parameters = new Dictionary<string, object> { ["clientId"] = "shop", ["clientSecret"] = "secret" },
            },
        };
        var job = new StreamingJobRequest
        {
            Location = "westeurope",
            Properties = new()
            {
                Sku = new() { Name = standard },
                Outputs =
                [
                    new()
                    {
                        Name = "sales",
                        Properties = new()
                        {
                            // A choice of kinds is a class of additional properties.
                            Serialization = new() { AdditionalProperties = { ["type"] = "Json", ["properties"] = new { encoding = "UTF8" } } },
                            Datasource = new()
                            {
                                AdditionalProperties =
                                {
                                    ["type"] = sql,
                                    ["properties"] = new SqlDatabaseOutputPropertiesRequest
                                    {
                                        Server = "sql-shop",
                                        Database = "orders",
                                        Table = "sales",
                                        User = "shop",
                                        Password = "secret",
                                    },
                                },
                            },
                        },
                    },
                ],
                Transformation = new()
                {
                    Name = "all",
                    Properties = new() { StreamingUnits = 1, Query = "SELECT * INTO sales FROM clicks" },
                },
            },
        };
        Task<SwaggerResponse<Authorization>> Put(string? etag) =>
            client.CreateOrUpdateAuthorizationAsync(
                SubscriptionId, "rg-shop", "gateway-shop", "github", "nswag", change, etag, null, authorization);
        Task<SwaggerResponse<Authorization>> Get(string name) =>
            client.GetAuthorizationAsync(SubscriptionId, "rg-shop", "gateway-shop", "github", name, read, null);
        Task<SwaggerResponse<StreamingJob>> GetJob() =>
            client.GetStreamingJobAsync(Subscription, "rg-shop", "nswag", version, "outputs", null);
        var etag = "";
        var operation = "";
        return Calls.RunAsync("NSwag", [
            ("PUT of an authorization, with its entity tag", async () => etag = (await Put(null)).Headers["ETag"].Single()),
            ("PUT of it, with If-Match", async () => Calls.Check((await Put(etag)).Result.Name == "nswag", "name")),
            ("a 412", () => Refused(412, () => Put("\"0\""))),
            ("a typed 404", () => Refused(404, () => Get("none"))),
            ("GET of an authorization", async () =>
            {
                var (status, one) = ((await Get("nswag")).StatusCode, (await Get("nswag")).Result);
                Calls.Check(status == 200 && one.Properties.Oauth2grantType == "ClientCredentials", "grant type");
            }),
            ("list of them", async () =>
            {
                var list = await client.ListAuthorizationsAsync(
                    SubscriptionId, "rg-shop", "gateway-shop", "github", read, null, null, null, null, null);
                Calls.Check(list.Result.Value.Any(one => one.Name == "nswag"), "name");
            }),
            ("DELETE of it", () => client.DeleteAuthorizationAsync(
                SubscriptionId, "rg-shop", "gateway-shop", "github", "nswag", change, "*", null)),
            ("health events of a subscription", async () =>
            {
                var list = await client.ListSubscriptionHealthEventsAsync(
                    Subscription, HealthEventVersion.V2025_05_01, "properties/eventType eq 'ServiceIssue'", null, null, null,
                    null, null);
                Calls.Check(list.Result.Value.Count > 0, "no events");
            }),
            ("PUT of a streaming job", async () =>
            {
                var put = await client.CreateOrReplaceStreamingJobAsync(
                    Subscription, "rg-shop", "nswag", version, null, IfNoneMatch.Any, null, job);
                Calls.Check(put.Result.Name == "nswag", "name");
            }),
            ("GET of it, with a kind of output", async () =>
            {
                var output = (await GetJob()).Result.Properties.Outputs.Single().Properties.Datasource;
                var properties = (JObject)output.AdditionalProperties["properties"];
                Calls.Check((string?)properties["table"] == "sales", "table");
            }),
            ("a start that takes a while", async () =>
            {
                var started = await client.StartStreamingJobAsync(
                    Subscription, "rg-shop", "nswag", version, null, new() { OutputStartMode = now });
                operation = new Uri(started.Headers["Location"].Single()).Segments.Last();
            }),
            ("its operation, until the job runs", async () =>
            {
                await client.GetOperationAsync(Uri.UnescapeDataString(operation), null);
                var state = (await GetJob()).Result.Properties.JobState;
                Calls.Check(state == "Running", state);
            }),
            ("search of restore points", async () =>
            {
                var found = await client.SearchRestorePointsAsync(null, null, new()
                {
                    ProtectionUnitIds = ["9a700000-0000-4000-8000-000000000001"],
                    ProtectionTimePeriod = new() { StartDateTime = DateTimeOffset.Parse("2020-01-01T00:00:00Z") },
                });
                Calls.Check(found.Result.SearchResults.Count > 0, "nothing found");
            }),
            ("restore sessions, page after page", async () =>
            {
                var count = 0;
                string? token = null;
                do
                {
                    var page = (await client.ListRestoreSessionsAsync(4, token, null)).Result;
                    count += page.Value.Count;
                    token = ReadToken(page.OdataNextLink);
                } while (token is not null);
                Calls.Check(count > 4, $"{count} sessions");
            }),
            ("authorization of a model copy", async () =>
            {
                var copy = await client.AuthorizeModelCopyAsync(
                    AuthorizeModelCopyVersion.V2024_11_30, null, new() { ModelId = "invoices-nswag" });
                Calls.Check(copy.Result.TargetModelId == "invoices-nswag", "target");
            }),
            ("an item of a company", async () =>
                Calls.Check((await client.GetItemAsync(Company, Bicycle, null)).Result.DisplayName == "Bicycle", "name")),
            ("$batch", async () =>
            {
                var responses = await client.BatchAsync(null, new()
                {
                    Requests =
                    [
                        new() { Id = "1", Method = "GET", Url = $"{Items}({Bicycle})" },
                        new() { Id = "2", Method = "GET", Url = $"{Items}({Guid.Empty})" },
                    ],
                });
                var statuses = responses.Result.Responses.OrderBy(part => part.Id).Select(part => part.Status);
                Calls.Check(statuses.SequenceEqual([200, 404]), "statuses");
            }),
        ]);
    }

    /// <summary>Returns the parameter that leads to the next page; null after the last.</summary>
    static string? ReadToken(string? link) =>
        string.IsNullOrEmpty(link) ? null : System.Web.HttpUtility.ParseQueryString(new Uri(link).Query)["$skipToken"];

    /// <summary>Throws unless the call fails with the status and the management API's error.</summary>
    static async Task Refused(int status, Func<Task> send)
    {
        try
        {
            await send();
        }
        catch (ApiException<ArmError> error)
        {
            Calls.Check(error.StatusCode == status && error.Result.Error.Code is not null, error.Message);
            return;
        }
        throw new InvalidOperationException("It was not refused.");
    }
}
