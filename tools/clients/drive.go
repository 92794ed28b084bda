// The calls of the official Go clients, over TLS. Prints a line per call, then `N of M` and what Frontdesk does not offer.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/Azure/azure-sdk-for-go/services/apimanagement/mgmt/2021-08-01/apimanagement"
	"github.com/Azure/azure-sdk-for-go/services/streamanalytics/mgmt/2020-03-01/streamanalytics"
	"github.com/Azure/go-autorest/autorest"
	"github.com/Azure/go-autorest/autorest/to"
)

const (
	subscription = "5ab00000-0000-4000-8000-00000000000a"
	group        = "rg-shop"
	service      = "gateway-shop"
	api          = "orders"
	trial        = "trial"
	parts        = "inputs,outputs,transformation,functions"
)

type call struct {
	name string
	run  func() error
}

func newJob() streamanalytics.StreamingJob {
	return streamanalytics.StreamingJob{
		Location: to.StringPtr("westeurope"),
		StreamingJobProperties: &streamanalytics.StreamingJobProperties{
			Sku: &streamanalytics.Sku{Name: streamanalytics.SkuNameStandard},
			Outputs: &[]streamanalytics.Output{{
				Name: to.StringPtr("sales"),
				OutputProperties: &streamanalytics.OutputProperties{
					Datasource: streamanalytics.AzureSQLDatabaseOutputDataSource{
						AzureSQLDatabaseOutputDataSourceProperties: &streamanalytics.AzureSQLDatabaseOutputDataSourceProperties{
							Server:   to.StringPtr("sql-shop"),
							Database: to.StringPtr("orders"),
							Table:    to.StringPtr("sales"),
							User:     to.StringPtr("shop"),
							Password: to.StringPtr("secret"),
						},
					},
				},
			}},
		},
	}
}

func main() {
	ctx := context.Background()
	endpoint := os.Getenv("FRONTDESK")
	authorizer := autorest.NewBearerAuthorizer(token(os.Getenv("TOKEN")))
	diagnostics := apimanagement.NewAPIDiagnosticClientWithBaseURI(endpoint, subscription)
	diagnostics.Authorizer = authorizer
	jobs := streamanalytics.NewStreamingJobsClientWithBaseURI(endpoint, subscription)
	jobs.Authorizer = authorizer

	var diagnostic apimanagement.DiagnosticContract
	var job streamanalytics.StreamingJob
	replace := func(body streamanalytics.StreamingJob) error {
		future, err := jobs.CreateOrReplace(ctx, body, group, trial, "", "")
		if err == nil {
			err = future.WaitForCompletionRef(ctx, jobs.Client)
		}
		return err
	}
	put := func(body apimanagement.DiagnosticContract) error {
		_, err := diagnostics.CreateOrUpdate(ctx, group, service, api, trial, body, "")
		return err
	}
	contract := apimanagement.DiagnosticContract{DiagnosticContractProperties: &apimanagement.DiagnosticContractProperties{
		LoggerID: to.StringPtr("/loggers/insights"), Verbosity: apimanagement.VerbosityError,
	}}

	calls := []call{
		{"APIDiagnostic.CreateOrUpdate", func() error { return put(contract) }},
		{"APIDiagnostic.Get", func() (err error) {
			diagnostic, err = diagnostics.Get(ctx, group, service, api, trial)
			return err
		}},
		{"APIDiagnostic.GetEntityTag", func() error {
			_, err := diagnostics.GetEntityTag(ctx, group, service, api, trial)
			return err
		}},
		{"APIDiagnostic.CreateOrUpdate, with what was read", func() error { return put(diagnostic) }},
		{"APIDiagnostic.Update", func() error {
			_, err := diagnostics.Update(ctx, group, service, api, trial, contract, "*")
			return err
		}},
		{"APIDiagnostic.ListByService", func() error {
			_, err := diagnostics.ListByServiceComplete(ctx, group, service, api, "", nil, nil)
			return err
		}},
		{"APIDiagnostic.Delete", func() error {
			_, err := diagnostics.Delete(ctx, group, service, api, trial, "*")
			return err
		}},
		{"StreamingJobs.CreateOrReplace", func() error { return replace(newJob()) }},
		{"StreamingJobs.Get", func() (err error) {
			job, err = jobs.Get(ctx, group, trial, parts)
			return err
		}},
		{"StreamingJobs.CreateOrReplace, with what was read", func() error { return replace(job) }},
		{"StreamingJobs.Update", func() error {
			_, err := jobs.Update(ctx, streamanalytics.StreamingJob{Tags: map[string]*string{"team": to.StringPtr("shop")}}, group, trial, "")
			return err
		}},
		{"StreamingJobs.List", func() error {
			_, err := jobs.ListComplete(ctx, "")
			return err
		}},
		{"StreamingJobs.Start", func() error {
			future, err := jobs.Start(ctx, group, trial, nil)
			if err == nil {
				err = future.WaitForCompletionRef(ctx, jobs.Client)
			}
			return err
		}},
		{"StreamingJobs.Delete", func() error {
			future, err := jobs.Delete(ctx, group, trial)
			if err == nil {
				err = future.WaitForCompletionRef(ctx, jobs.Client)
			}
			return err
		}},
	}

	done := 0
	for _, each := range calls {
		if err := each.run(); err != nil {
			fmt.Printf("  FAILED  %s: %.300s\n", each.name, err)
			continue
		}
		done++
		fmt.Printf("  ok  %s\n", each.name)
	}
	fmt.Printf("%d of %d; not offered: none\n", done, len(calls))
	if done < len(calls) {
		os.Exit(1)
	}
}

// token is an access token that never expires.
type token string

func (t token) OAuthToken() string { return string(t) }
