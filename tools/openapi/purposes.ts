/** What each operation is for and when to use it, and filters that its service accepts. */
import { readExamples } from '../../dev/upstream/example-files.ts';

interface Purpose {
  readonly text: string;
  readonly filters?: readonly string[];
}

const EVENT_FILTERS = ["status eq 'Active'", "eventType eq 'ServiceIssue'", 'isEventSensitive eq true'];
const NAME_FILTERS = ["name eq 'build'", "startswith(name,'b')", "contains(name,'shop')"];

/** A published definition says it of its operations. */
const PUBLISHED = readExamples().flatMap(({ operation, description }) =>
  description ? [[operation, { text: description }] as const] : [],
);

export const PURPOSES: Readonly<Record<string, Purpose>> = {
  ...Object.fromEntries(PUBLISHED),
  createOrUpdateAuthorization: {
    text: 'Stores how an API gateway gets tokens from a provider. Use it to add a connection or to replace its secret.',
  },
  getAuthorization: { text: 'Returns a connection, its status and its entity tag. Use it before you change it.' },
  deleteAuthorization: { text: 'Removes a connection and its consent. Calls that use it fail from then on.' },
  listAuthorizations: {
    text: 'Returns the connections of a provider. Use it to find those that need a new consent.',
    filters: NAME_FILTERS,
  },
  getAuthorizationLoginLinks: {
    text: 'Returns the address where a person signs in and gives consent. Use it after an authorization with the grant AuthorizationCode was created.',
  },
  confirmAuthorizationConsentCode: {
    text: 'Completes the consent with the code that the sign-in returned. Use it once, soon after the sign-in.',
  },
  createOrUpdateApiDiagnostic: {
    text: 'Stores what an API logs and where. Use it to add a diagnostic or to replace all of its settings.',
  },
  updateApiDiagnostic: { text: 'Changes the settings that are sent and keeps the others.' },
  getApiDiagnostic: { text: 'Returns the settings and their entity tag. Use it before you change them.' },
  deleteApiDiagnostic: { text: 'Ends the logging to one logger.' },
  listApiDiagnostics: { text: 'Returns what an API logs, for each of its loggers.', filters: NAME_FILTERS },
  listHealthEvents: {
    text: 'Returns incidents, planned work and advice for one resource. Use it for the page of a machine or a service.',
    filters: EVENT_FILTERS,
  },
  listNestedHealthEvents: {
    text: 'Returns the same for a resource below another one, such as a database of a server.',
    filters: EVENT_FILTERS,
  },
  listSubscriptionHealthEvents: {
    text: 'Returns the events of all services and regions of a subscription. Use it for an overview; without `queryStartTime` it has the last three days.',
    filters: EVENT_FILTERS,
  },
  fetchHealthEventDetails: {
    text: 'Returns the texts of a sensitive event, which lists leave out. Use it when a person asks to see them.',
  },
  createOrReplaceStreamingJob: {
    text: 'Stores a whole job: inputs, query, outputs. Members that you leave out get their defaults, so read the job first.',
  },
  updateStreamingJob: { text: 'Changes the members that are sent and keeps the others. Use it for a tag or a policy.' },
  getStreamingJob: { text: 'Returns a job and its state; `$expand` adds its inputs, query and outputs.' },
  deleteStreamingJob: { text: 'Deletes a job. It cannot be undone.' },
  listStreamingJobs: { text: 'Returns the jobs of a resource group with their states.' },
  listSubscriptionStreamingJobs: { text: 'Returns the jobs of all resource groups that you may read.' },
  startStreamingJob: { text: 'Starts a job, which takes a minute or two. After 202, poll the address in its headers.' },
  stopStreamingJob: {
    text: 'Stops a job, which remembers where it stopped. After 202, poll the address in its headers.',
  },
  searchRestorePoints: {
    text: 'Returns the points in time to which sites, drives or mailboxes can be restored. Use it before a restore is planned.',
  },
  listRestoreSessions: { text: 'Returns the restores with their states.' },
  deleteRestoreSession: { text: 'Deletes a restore that was not started. Only drafts can be deleted.' },
  getRestoreSession: { text: 'Returns one restore. Use it to follow its progress.' },
  authorizeModelCopy: {
    text: 'Returns a permission with which the owner of a document model copies it to this resource. Its token is a secret.',
  },
  listCompanies: { text: 'Returns the companies whose customers or items you may read. Use it to offer a choice.' },
  listCustomers: {
    text: 'Returns the customers of a company. Use it for lists and searches; `$expand` adds related data.',
    filters: ["startswith(displayName,'A')", "city eq 'Bern'", "blocked eq ' '"],
  },
  getCustomer: { text: 'Returns one customer; `$expand` adds currency, payment terms and more.' },
  listItems: {
    text: 'Returns the items of a company with price and stock. Use it for lists and searches.',
    filters: ['unitPrice gt 200', "contains(displayName,'Bicycle')", 'inventory eq 0'],
  },
  getItem: { text: 'Returns one item: price, cost, stock.' },
};
