/**
 * The billed bytes of the rows that a request leaves in the workspace. The service counts a string representation of the columns
 * that it stores, in GB of 10^9 bytes, without _ResourceId, _SubscriptionId, _ItemId, _IsBillable, _BilledSize and Type. Source:
 * Azure Monitor Logs, cost calculations; its table AppTraces; azure-webjobs-sdk, ApplicationInsightsLogger and
 * WebJobsTelemetryInitializer, for the properties. JSON with the columns' names is more than any such representation.
 */

/** What docs/scale.md and the default of the daily cap say. Of an instance: one line of metrics in ten seconds. */
export const LOG_BYTES = { perCall: 1_690, perInstanceSecond: 1_170 };

/** The mean load for which the defaults of infra are, and the operations that it is assumed to have. */
export const TYPICAL_CALLS = 100;
export const TYPICAL_SHARES = {
  listHealthEvents: 0.8,
  searchRestorePoints: 0.1,
  getCustomer: 0.04,
  getItem: 0.04,
  createOrReplaceStreamingJob: 0.005,
  createOrUpdateAuthorization: 0.005,
  deleteRestoreSession: 0.005,
  authorizeModelCopy: 0.005,
};

const ID = '00000000-0000-4000-8000-000000000000';

/** Columns of every row that have a value, each as long as a real one. */
const COMMON = {
  TenantId: ID,
  TimeGenerated: '2026-11-22T10:00:00.0000000Z',
  OperationId: '4bf92f3577b34da6a3ce929d0e0e4736',
  ParentId: '00f067aa0ba902b7',
  AppRoleInstance: '0--00000000-0000-4000-8000-000000000000-000000',
  AppRoleName: 'func-abcdefghijklm',
  ClientType: 'PC',
  ClientIP: '0.0.0.0',
  ClientCity: 'Amsterdam',
  ClientStateOrProvince: 'North Holland',
  ClientCountryOrRegion: 'Netherlands',
  IKey: ID,
  ResourceGUID: ID,
  SDKVersion: 'azurefunctions: 4.1045.200.25556',
  ItemCount: 1,
  SourceSystem: 'Azure',
};

const toBytes = (row: object): number => Buffer.byteLength(JSON.stringify(row));

/** Returns the bytes of the AppTraces row of a line that a function logs. */
export function toTraceBytes(line: string, functionName: string): number {
  const Properties = {
    Category: `Function.${functionName}.User`,
    LogLevel: 'Information',
    InvocationId: ID,
    ProcessId: '1234',
    HostInstanceId: ID,
  };
  return toBytes({ ...COMMON, OperationName: functionName, SeverityLevel: 1, Message: line, Properties });
}
