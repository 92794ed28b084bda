using Frontdesk.Kiota;
using Frontdesk.Kiota.Models;
using Microsoft.Kiota.Abstractions;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Abstractions.Serialization;
using Microsoft.Kiota.Http.HttpClientLibrary;
using Microsoft.Kiota.Http.HttpClientLibrary.Middleware.Options;

/// <summary>Calls of the client that Kiota generated.</summary>
static class KiotaCalls
{
    sealed class Tokens : IAccessTokenProvider
    {
        public AllowedHostsValidator AllowedHostsValidator { get; } = new();

        public Task<string> GetAuthorizationTokenAsync(
            Uri uri,
            Dictionary<string, object>? additionalAuthenticationContext = null,
            CancellationToken cancellationToken = default
        ) => Task.FromResult(Calls.Token);
    }

    public static Task<bool> RunAsync()
    {
        var adapter = new HttpClientRequestAdapter(new BaseBearerTokenAuthenticationProvider(new Tokens()))
        {
            BaseUrl = Calls.Endpoint,
        };
        var client = new FrontdeskClient(adapter);
        var subscription = client.Subscriptions[Guid.Parse("5ab00000-0000-4000-8000-00000000000a")];
        var group = subscription.ResourceGroups["rg-shop"].Providers;
        var jobGroup = subscription.ResourcegroupsEscaped["rg-shop"].Providers;
#if MICROSOFT
        const string oauth2 = "OAuth2", clientCredentials = "ClientCredentials", standard = "Standard", now = "JobStartTime";
        const string sql = "Microsoft.Sql/Server/Database";
        var gateway = group.MicrosoftApiManagement.Service["gateway-shop"];
        var jobs = jobGroup.MicrosoftStreamAnalytics.Streamingjobs;
        var events = subscription.Providers.MicrosoftResourceHealth.Events;
        var backup = client.V10.Solutions.BackupRestore;
        var company = client.V20.CompaniesWithCompanyId(Guid.Parse("c0400000-0000-4000-8000-00000000000a"));
        var models = client.Documentintelligence;
        const string items = "/v2.0/companies(c0400000-0000-4000-8000-00000000000a)/items";
#else
        const AuthorizationPropertiesAuthorizationTypeRequest oauth2 = AuthorizationPropertiesAuthorizationTypeRequest.OAuth2;
        const AuthorizationPropertiesOauth2grantTypeRequest clientCredentials =
            AuthorizationPropertiesOauth2grantTypeRequest.ClientCredentials;
        const StreamingJobPropertiesSkuNameRequest standard = StreamingJobPropertiesSkuNameRequest.Standard;
        const StreamingJobStartOutputStartModeRequest now = StreamingJobStartOutputStartModeRequest.JobStartTime;
        const string sql = "Vendor.Sql/Server/Database";
        var gateway = group.VendorApiManagement.Service["gateway-shop"];
        var jobs = jobGroup.VendorStreamAnalytics.Streamingjobs;
        var events = subscription.Providers.VendorResourceHealth.Events;
        var backup = client.Solutions.BackupRestore;
        var company = client.CompaniesWithCompanyId(Guid.Parse("c0400000-0000-4000-8000-00000000000a"));
        var models = client.VendorDocs;
        const string items = "/companies(c0400000-0000-4000-8000-00000000000a)/items";
#endif
        var authorizations = gateway.AuthorizationProviders["github"].Authorizations;
        var change = AuthorizationChangeVersion.V2024_05_01;
        var authorization = new AuthorizationRequest
        {
            Properties = new()
            {
                AuthorizationType = oauth2,
                Oauth2grantType = clientCredentials,
                Parameters = new() { AdditionalData = { ["clientId"] = "shop", ["clientSecret"] = "secret" } },
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
                            Serialization = new()
                            {
                                JsonSerializationRequest = new() { Type = "Json", Properties = new() { Encoding = "UTF8" } },
                            },
                            Datasource = new()
                            {
                                SqlDatabaseOutputRequest = new()
                                {
                                    Type = sql,
                                    Properties = new()
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
        var etag = "";
        var location = "";
        return Calls.RunAsync("Kiota", [
            ("PUT of an authorization, with its entity tag", async () =>
            {
                var headers = new HeadersInspectionHandlerOption { InspectResponseHeaders = true };
                await authorizations["csharp"].PutAsync(authorization, request =>
                {
                    request.QueryParameters.ApiVersion = change;
                    request.Options.Add(headers);
                });
                etag = headers.ResponseHeaders["ETag"].Single();
            }),
            ("PUT of it, with If-Match", async () =>
            {
                var put = await authorizations["csharp"].PutAsync(authorization, request =>
                {
                    request.QueryParameters.ApiVersion = change;
                    request.Headers.Add("If-Match", etag);
                });
                Calls.Check(put?.Name == "csharp", "name");
            }),
            ("a 412", () => Refused<ArmError>(412, () => authorizations["csharp"].PutAsync(authorization, request =>
            {
                request.QueryParameters.ApiVersion = change;
                request.Headers.Add("If-Match", "\"0\"");
            }), error => error.Error?.Code)),
            ("a typed 404", () => Refused<ArmError>(404, () => authorizations["none"].GetAsync(request =>
                request.QueryParameters.ApiVersion = AuthorizationVersion.V2024_05_01), error => error.Error?.Code)),
            ("GET of an authorization", async () =>
            {
                var one = await authorizations["csharp"].GetAsync(request =>
                    request.QueryParameters.ApiVersion = AuthorizationVersion.V2024_05_01);
                Calls.Check(one?.Properties?.Oauth2grantType == "ClientCredentials", "grant type");
            }),
            ("list of them", async () =>
            {
                var list = await authorizations.GetAsync(request =>
                    request.QueryParameters.ApiVersion = AuthorizationVersion.V2024_05_01);
                Calls.Check(list?.Value?.Any(one => one.Name == "csharp") == true, "name");
            }),
            ("DELETE of it", () => authorizations["csharp"].DeleteAsync(request =>
            {
                request.QueryParameters.ApiVersion = change;
                request.Headers.Add("If-Match", "*");
            })),
            ("health events of a subscription", async () =>
            {
                var list = await events.GetAsync(request =>
                {
                    request.QueryParameters.ApiVersion = HealthEventVersion.V2025_05_01;
                    request.QueryParameters.Filter = "properties/eventType eq 'ServiceIssue'";
                });
                Calls.Check(list?.Value?.Count > 0, "no events");
            }),
            ("PUT of a streaming job", async () =>
            {
                var put = await jobs["csharp"].PutAsync(job, request =>
                {
                    request.QueryParameters.ApiVersion = StreamingJobVersion.V2020_03_01;
                    request.Headers.Add("If-None-Match", "*");
                });
                Calls.Check(put?.Name == "csharp", "name");
            }),
            ("GET of it, with a known kind of output", async () =>
            {
                var one = await jobs["csharp"].GetAsync(request =>
                {
                    request.QueryParameters.ApiVersion = StreamingJobVersion.V2020_03_01;
                    request.QueryParameters.Expand = "outputs";
                });
                var output = one?.Properties?.Outputs?.Single().Properties?.Datasource;
                Calls.Check(output?.SqlDatabaseOutput?.Properties?.Table == "sales", "table");
            }),
            ("a start that takes a while", async () =>
            {
                var headers = new HeadersInspectionHandlerOption { InspectResponseHeaders = true };
                await jobs["csharp"].Start.PostAsync(new() { OutputStartMode = now }, request =>
                {
                    request.QueryParameters.ApiVersion = StreamingJobVersion.V2020_03_01;
                    request.Options.Add(headers);
                });
                location = headers.ResponseHeaders["Location"].Single();
            }),
            ("its operation, until the job runs", async () =>
            {
                await client.Operations["none"].WithUrl(location).GetAsync();
                var one = await jobs["csharp"].GetAsync(request =>
                    request.QueryParameters.ApiVersion = StreamingJobVersion.V2020_03_01);
                Calls.Check(one?.Properties?.JobState == "Running", one?.Properties?.JobState ?? "");
            }),
            ("search of restore points", async () =>
            {
                var found = await backup.RestorePoints.Search.PostAsync(new()
                {
                    ProtectionUnitIds = ["9a700000-0000-4000-8000-000000000001"],
                    ProtectionTimePeriod = new() { StartDateTime = DateTimeOffset.Parse("2020-01-01T00:00:00Z") },
                });
                Calls.Check(found?.SearchResults?.Count > 0, "nothing found");
            }),
            ("restore sessions, page after page", async () =>
            {
                var page = await backup.RestoreSessions.GetAsync(request => request.QueryParameters.Top = 4);
                var count = page!.Value!.Count;
                while (!string.IsNullOrEmpty(page?.OdataNextLink))
                {
                    page = await backup.RestoreSessions.WithUrl(page.OdataNextLink).GetAsync();
                    count += page!.Value!.Count;
                }
                Calls.Check(count > 4, $"{count} sessions");
            }),
            ("authorization of a model copy", async () =>
            {
                var copy = await models.DocumentModelsAuthorizeCopy.PostAsync(new() { ModelId = "invoices-csharp" },
                    request => request.QueryParameters.ApiVersion = AuthorizeModelCopyVersion.V2024_11_30);
                Calls.Check(copy?.TargetModelId == "invoices-csharp", "target");
            }),
            ("an item of a company", async () =>
            {
                var item = await company.ItemsWithItemId(Guid.Parse("17e00000-0000-4000-8000-0000000000a1")).GetAsync();
                Calls.Check(item?.DisplayName == "Bicycle", "name");
            }),
            ("$batch", async () =>
            {
                var responses = await client.Batch.PostAsync(new()
                {
                    Requests =
                    [
                        new() { Id = "1", Method = "GET", Url = $"{items}(17e00000-0000-4000-8000-0000000000a1)" },
                        new() { Id = "2", Method = "GET", Url = $"{items}(00000000-0000-4000-8000-000000000000)" },
                    ],
                });
                var statuses = responses?.Responses?.OrderBy(part => part.Id).Select(part => part.Status);
                Calls.Check(statuses?.SequenceEqual([200, 404]) == true, "statuses");
            }),
        ]);
    }

    /// <summary>Throws unless the call fails with the status and an error of the type, which has a code.</summary>
    static async Task Refused<E>(int status, Func<Task> send, Func<E, string?> readCode) where E : ApiException
    {
        try
        {
            await send();
        }
        catch (E error)
        {
            Calls.Check(error.ResponseStatusCode == status && readCode(error) is not null, error.Message);
            return;
        }
        throw new InvalidOperationException("It was not refused.");
    }
}
