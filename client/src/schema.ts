/** Types and routes of the API. Generated from docs/openapi.json by `npm run generate`; do not edit. */

/** Frontdesk's words for failures. */ export type ProblemType =
  | 'unauthenticated'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'forbidden'
  | 'auth_unavailable'
  | 'policy_unavailable'
  | 'invalid_request'
  | 'invalid_json'
  | 'json_too_deep'
  | 'duplicate_member'
  | 'unsupported_api_version'
  | 'invalid_cursor'
  | 'invalid_operation_id'
  | 'route_not_found'
  | 'unsupported_in_batch'
  | 'unsupported_dependency'
  | 'batch_too_large'
  | 'precondition_failed'
  | 'length_required'
  | 'content_too_large'
  | 'unsupported_media_type'
  | 'throttled'
  | 'overloaded'
  | 'circuit_open'
  | 'identity_unavailable'
  | 'upstream_refused'
  | 'upstream_auth'
  | 'upstream_setup'
  | 'upstream_unavailable'
  | 'upstream_error'
  | 'upstream_unreachable'
  | 'upstream_invalid_response'
  | 'upstream_timeout'
  | 'internal_error';

/** A kind of a later version. The text stands for every type that is not a known one, so that those narrow by it. */
export interface UnknownKind {
  type: 'another type';
}

/** A kind of a later version, in a request. */
export interface OtherKind<Known extends { type: string }> {
  type: Known['type'] | (string & {});
  properties: Record<string, unknown> | null;
}

/** What to log of the messages to and from an API, and where. */
export interface ApiDiagnostic {
  /** Fully qualified resource id. */
  id: string;
  /** Resource name. */
  name: string;
  /** Resource type. */
  type?: string | null | undefined;
  properties: ApiDiagnosticProperties;
}

export interface ApiDiagnosticChangePropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null | undefined;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: 'allErrors' | null | undefined;
  sampling?: ApiDiagnosticChangePropertiesSamplingRequest | null | undefined;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null | undefined;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null | undefined;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null | undefined;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: 'Legacy' | 'None' | 'W3C' | null | undefined;
  /** Level of the traces that trace policies emit. */
  verbosity?: 'error' | 'information' | 'verbose' | null | undefined;
  logClientIp?: boolean | null | undefined;
  metrics?: boolean | null | undefined;
  operationNameFormat?: string | null | undefined;
}

export interface ApiDiagnosticChangePropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null | undefined;
  samplingType?: 'fixed' | null | undefined;
}

/** The diagnostic settings that change. */
export interface ApiDiagnosticChangeRequest {
  properties: ApiDiagnosticChangePropertiesRequest;
}

/** A page of diagnostic settings. */
export interface ApiDiagnosticList {
  value: Array<ApiDiagnostic>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null | undefined;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null | undefined;
}

export interface ApiDiagnosticProperties {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null | undefined;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null | undefined;
  sampling?: ApiDiagnosticPropertiesSampling | null | undefined;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettings | null | undefined;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettings | null | undefined;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null | undefined;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null | undefined;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null | undefined;
  logClientIp?: boolean | null | undefined;
  metrics?: boolean | null | undefined;
  operationNameFormat?: string | null | undefined;
}

export interface ApiDiagnosticPropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId: string;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: 'allErrors' | null | undefined;
  sampling?: ApiDiagnosticPropertiesSamplingRequest | null | undefined;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null | undefined;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null | undefined;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null | undefined;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: 'Legacy' | 'None' | 'W3C' | null | undefined;
  /** Level of the traces that trace policies emit. */
  verbosity?: 'error' | 'information' | 'verbose' | null | undefined;
  logClientIp?: boolean | null | undefined;
  metrics?: boolean | null | undefined;
  operationNameFormat?: string | null | undefined;
}

export interface ApiDiagnosticPropertiesSampling {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null | undefined;
  samplingType?: string | null | undefined;
}

export interface ApiDiagnosticPropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null | undefined;
  samplingType?: 'fixed' | null | undefined;
}

/** What to log of the messages to and from an API, and where. */
export interface ApiDiagnosticRequest {
  properties: ApiDiagnosticPropertiesRequest;
}

/** Error of the resource-management operations. */
export interface ArmError {
  error: ArmErrorDetail;
}

export interface ArmErrorDetail {
  code?: string | null | undefined;
  message?: string | null | undefined;
  target?: string | null | undefined;
  details?: Array<ArmErrorDetail> | null | undefined;
  additionalInfo?: Array<ArmErrorDetailAdditionalInfo> | null | undefined;
}

export interface ArmErrorDetailAdditionalInfo {
  type?: string | null | undefined;
  info?: Record<string, unknown> | null | undefined;
}

/** A connection to an external OAuth 2.0 identity. */
export interface Authorization {
  /** Fully qualified resource id. */
  id: string;
  /** Resource name: the authorization id. */
  name: string;
  /** Resource type. */
  type?: string | null | undefined;
  properties: AuthorizationProperties;
}

/** A page of authorizations. */
export interface AuthorizationList {
  value: Array<Authorization>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null | undefined;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null | undefined;
}

export interface AuthorizationProperties {
  authorizationType?: string | null | undefined;
  oauth2grantType?: string | null | undefined;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null | undefined;
  /** Status of the authorization. */
  status?: string | null | undefined;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesError | null | undefined;
}

export interface AuthorizationPropertiesError {
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface AuthorizationPropertiesErrorRequest {
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface AuthorizationPropertiesRequest {
  authorizationType?: 'OAuth2' | null | undefined;
  oauth2grantType?: 'AuthorizationCode' | 'ClientCredentials' | null | undefined;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null | undefined;
  /** Status of the authorization. */
  status?: string | null | undefined;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesErrorRequest | null | undefined;
}

/** A connection to an external OAuth 2.0 identity. */
export interface AuthorizationRequest {
  properties?: AuthorizationPropertiesRequest | null | undefined;
}

export interface AvroSerialization {
  type: 'Avro';
}

export interface AvroSerializationRequest {
  type: 'Avro';
}

/** Error of the backup-restore operations. */
export interface BackupRestoreError {
  error: BackupRestoreErrorDetail;
}

export interface BackupRestoreErrorDetail {
  code: string;
  message: string;
  details?: Array<ErrorDetail> | null | undefined;
  innerError?: BackupRestoreErrorDetailInnerError | null | undefined;
}

export interface BackupRestoreErrorDetailInnerError {
  date?: string | null | undefined;
  'request-id'?: string | null | undefined;
  'client-request-id'?: string | null | undefined;
}

/** Requests that change nothing, of one caller. */
export interface BatchRequest {
  requests: Array<BatchRequestRequest>;
}

export interface BatchRequestRequest {
  /** Chosen by the caller, unique in the batch (case-sensitive). The response has the same id. */
  id: string;
  method: string;
  /** Path and query as in a single request, encoded; never an absolute URL. */
  url: string;
  /** Never an identity: the token of the batch counts. */
  headers?: Record<string, string> | null | undefined;
  /** JSON, with the header `Content-Type: application/json`. */
  body?: unknown;
  /** Not supported: a part that depends on another is refused. */
  dependsOn?: Array<string> | null | undefined;
}

/** One response for each request, in the same order. */
export interface BatchResponses {
  responses: Array<BatchResponsesDetail>;
}

export interface BatchResponsesDetail {
  id: string;
  status: number;
  headers: Record<string, string>;
  /** JSON; absent where the single response has none. */
  body?: unknown;
}

export interface BlobOutput {
  type: 'Vendor.Storage/Blob';
  properties?: BlobOutputProperties | null | undefined;
}

export interface BlobOutputProperties {
  storageAccounts?: Array<BlobOutputPropertiesStorageAccount> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  blobPathPrefix?: string | null | undefined;
}

export interface BlobOutputPropertiesRequest {
  storageAccounts?: Array<BlobOutputPropertiesStorageAccountRequest> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  blobPathPrefix?: string | null | undefined;
}

export interface BlobOutputPropertiesStorageAccount {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobOutputPropertiesStorageAccountRequest {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobOutputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobOutputPropertiesRequest | null | undefined;
}

export interface BlobReferenceInput {
  type: 'Vendor.Storage/Blob';
  properties?: BlobReferenceInputProperties | null | undefined;
}

export interface BlobReferenceInputProperties {
  storageAccounts?: Array<BlobReferenceInputPropertiesStorageAccount> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
}

export interface BlobReferenceInputPropertiesRequest {
  storageAccounts?: Array<BlobReferenceInputPropertiesStorageAccountRequest> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
}

export interface BlobReferenceInputPropertiesStorageAccount {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobReferenceInputPropertiesStorageAccountRequest {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobReferenceInputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobReferenceInputPropertiesRequest | null | undefined;
}

export interface BlobStreamInput {
  type: 'Vendor.Storage/Blob';
  properties?: BlobStreamInputProperties | null | undefined;
}

export interface BlobStreamInputProperties {
  storageAccounts?: Array<BlobStreamInputPropertiesStorageAccount> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  sourcePartitionCount?: number | null | undefined;
}

export interface BlobStreamInputPropertiesRequest {
  storageAccounts?: Array<BlobStreamInputPropertiesStorageAccountRequest> | null | undefined;
  container?: string | null | undefined;
  pathPattern?: string | null | undefined;
  dateFormat?: string | null | undefined;
  timeFormat?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  sourcePartitionCount?: number | null | undefined;
}

export interface BlobStreamInputPropertiesStorageAccount {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobStreamInputPropertiesStorageAccountRequest {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
}

export interface BlobStreamInputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobStreamInputPropertiesRequest | null | undefined;
}

/** Error of the business-data reads. */
export interface BusinessDataError {
  error: BusinessDataErrorDetail;
}

export interface BusinessDataErrorDetail {
  code: string;
  message: string;
  details?: Array<ErrorDetail> | null | undefined;
}

export interface Company {
  '@odata.etag'?: string | null | undefined;
  id: string;
  name?: string | null | undefined;
  displayName?: string | null | undefined;
  systemVersion?: string | null | undefined;
  /** A 64-bit integer. */
  timestamp?: number | null | undefined;
  businessProfileId?: string | null | undefined;
  systemCreatedAt?: string | null | undefined;
  systemCreatedBy?: string | null | undefined;
  systemModifiedAt?: string | null | undefined;
  systemModifiedBy?: string | null | undefined;
}

/** The companies that the caller may access. */
export interface CompanyList {
  value: Array<Company>;
  '@odata.nextLink'?: string | null | undefined;
}

/** Proof that the caller is the one who signed in. */
export interface ConsentCodeRequest {
  /** The code that was handed over after the consent; it counts once. */
  consentCode?: string | null | undefined;
}

export interface CsvSerialization {
  type: 'Csv';
  properties?: CsvSerializationProperties | null | undefined;
}

export interface CsvSerializationProperties {
  fieldDelimiter?: string | null | undefined;
  /** Encoding of input data or of written output data. */
  encoding?: string | null | undefined;
}

export interface CsvSerializationPropertiesRequest {
  fieldDelimiter?: string | null | undefined;
  /** Encoding of input data or of written output data. */
  encoding?: string | null | undefined;
}

export interface CsvSerializationRequest {
  type: 'Csv';
  properties?: CsvSerializationPropertiesRequest | null | undefined;
}

export interface Currency {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
  symbol?: string | null | undefined;
  amountDecimalPlaces?: string | null | undefined;
  amountRoundingPrecision?: number | null | undefined;
}

/** A customer of a company, with the requested relations. */
export interface Customer {
  '@odata.etag'?: string | null | undefined;
  id: string;
  number?: string | null | undefined;
  displayName?: string | null | undefined;
  type?: string | null | undefined;
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  country?: string | null | undefined;
  postalCode?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  website?: string | null | undefined;
  taxLiable?: boolean | null | undefined;
  taxAreaId?: string | null | undefined;
  taxAreaDisplayName?: string | null | undefined;
  taxRegistrationNumber?: string | null | undefined;
  currencyId?: string | null | undefined;
  currencyCode?: string | null | undefined;
  paymentTermsId?: string | null | undefined;
  shipmentMethodId?: string | null | undefined;
  paymentMethodId?: string | null | undefined;
  /** A single space when the customer is not blocked. */
  blocked?: string | null | undefined;
  lastModifiedDateTime?: string | null | undefined;
  customerFinancialDetails?: CustomerFinancialDetails | null | undefined;
  picture?: Picture | null | undefined;
  defaultDimensions?: Array<DefaultDimension> | null | undefined;
  currency?: Currency | null | undefined;
  paymentTerm?: PaymentTerm | null | undefined;
  shipmentMethod?: ShipmentMethod | null | undefined;
  paymentMethod?: PaymentMethod | null | undefined;
}

export interface CustomerFinancialDetails {
  id?: string | null | undefined;
  number?: string | null | undefined;
  balance?: number | null | undefined;
  totalSalesExcludingTax?: number | null | undefined;
  overdueAmount?: number | null | undefined;
}

/** Customers of a company, with the requested members and relations. */
export interface CustomerList {
  value: Array<ListedCustomer>;
  '@odata.nextLink'?: string | null | undefined;
}

export interface DashboardOutput {
  type: 'BiDashboard';
  properties?: DashboardOutputProperties | null | undefined;
}

export interface DashboardOutputProperties {
  dataset?: string | null | undefined;
  table?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  refreshToken?: string | null | undefined;
  groupId?: string | null | undefined;
  groupName?: string | null | undefined;
  tokenUserDisplayName?: string | null | undefined;
  tokenUserPrincipalName?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
}

export interface DashboardOutputPropertiesRequest {
  dataset: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  refreshToken?: string | null | undefined;
  groupId?: string | null | undefined;
  groupName?: string | null | undefined;
  tokenUserDisplayName?: string | null | undefined;
  tokenUserPrincipalName?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
}

export interface DashboardOutputRequest {
  type: 'BiDashboard';
  properties: DashboardOutputPropertiesRequest;
}

export interface DataLakeOutput {
  type: 'Vendor.DataLake/Accounts';
  properties?: DataLakeOutputProperties | null | undefined;
}

export interface DataLakeOutputProperties {
  accountName?: string | null | undefined;
  filePathPrefix?: string | null | undefined;
  tenantId?: string | null | undefined;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null | undefined;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null | undefined;
  tokenUserDisplayName?: string | null | undefined;
  tokenUserPrincipalName?: string | null | undefined;
}

export interface DataLakeOutputPropertiesRequest {
  accountName: string;
  filePathPrefix: string;
  tenantId: string;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null | undefined;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null | undefined;
  tokenUserDisplayName?: string | null | undefined;
  tokenUserPrincipalName?: string | null | undefined;
}

export interface DataLakeOutputRequest {
  type: 'Vendor.DataLake/Accounts';
  properties: DataLakeOutputPropertiesRequest;
}

export interface DefaultDimension {
  dimensionId?: string | null | undefined;
  dimensionCode?: string | null | undefined;
  dimensionValueId?: string | null | undefined;
  dimensionValueCode?: string | null | undefined;
}

export interface DocumentDbOutput {
  type: 'Vendor.Storage/DocumentDB';
  properties?: DocumentDbOutputProperties | null | undefined;
}

export interface DocumentDbOutputProperties {
  accountId?: string | null | undefined;
  accountKey?: string | null | undefined;
  database?: string | null | undefined;
  collectionNamePattern?: string | null | undefined;
  partitionKey?: string | null | undefined;
  documentId?: string | null | undefined;
}

export interface DocumentDbOutputPropertiesRequest {
  accountId?: string | null | undefined;
  accountKey?: string | null | undefined;
  database?: string | null | undefined;
  collectionNamePattern?: string | null | undefined;
  partitionKey?: string | null | undefined;
  documentId?: string | null | undefined;
}

export interface DocumentDbOutputRequest {
  type: 'Vendor.Storage/DocumentDB';
  properties?: DocumentDbOutputPropertiesRequest | null | undefined;
}

/** Error of the document-model service. */
export interface DocumentModelError {
  error: DocumentModelErrorDetail;
}

export interface DocumentModelErrorDetail {
  code?: string | null | undefined;
  message?: string | null | undefined;
  target?: string | null | undefined;
  details?: Array<DocumentModelErrorDetail> | null | undefined;
  innererror?: DocumentModelInnerError | null | undefined;
}

export interface DocumentModelInnerError {
  code?: string | null | undefined;
  message?: string | null | undefined;
  innererror?: DocumentModelInnerError | null | undefined;
}

export interface ErrorDetail {
  code?: string | null | undefined;
  message?: string | null | undefined;
  target?: string | null | undefined;
  details?: Array<ErrorDetail> | null | undefined;
}

export interface EventHubOutput {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubOutputProperties | null | undefined;
}

export interface EventHubOutputProperties {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  partitionKey?: string | null | undefined;
  propertyColumns?: Array<string> | null | undefined;
}

export interface EventHubOutputPropertiesRequest {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  partitionKey?: string | null | undefined;
  propertyColumns?: Array<string> | null | undefined;
}

export interface EventHubOutputRequest {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubOutputPropertiesRequest | null | undefined;
}

export interface EventHubStreamInput {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubStreamInputProperties | null | undefined;
}

export interface EventHubStreamInputProperties {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
}

export interface EventHubStreamInputPropertiesRequest {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
}

export interface EventHubStreamInputRequest {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubStreamInputPropertiesRequest | null | undefined;
}

export interface EventHubV2Output {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2OutputProperties | null | undefined;
}

export interface EventHubV2OutputProperties {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  partitionKey?: string | null | undefined;
  propertyColumns?: Array<string> | null | undefined;
}

export interface EventHubV2OutputPropertiesRequest {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  partitionKey?: string | null | undefined;
  propertyColumns?: Array<string> | null | undefined;
}

export interface EventHubV2OutputRequest {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2OutputPropertiesRequest | null | undefined;
}

export interface EventHubV2StreamInput {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2StreamInputProperties | null | undefined;
}

export interface EventHubV2StreamInputProperties {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
}

export interface EventHubV2StreamInputPropertiesRequest {
  serviceBusNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  eventHubName?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
}

export interface EventHubV2StreamInputRequest {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2StreamInputPropertiesRequest | null | undefined;
}

export interface FileReferenceInput {
  type: 'File';
  properties?: FileReferenceInputProperties | null | undefined;
}

export interface FileReferenceInputProperties {
  path?: string | null | undefined;
}

export interface FileReferenceInputPropertiesRequest {
  path?: string | null | undefined;
}

export interface FileReferenceInputRequest {
  type: 'File';
  properties?: FileReferenceInputPropertiesRequest | null | undefined;
}

export interface FunctionAppOutput {
  type: 'Vendor.FunctionApp';
  properties?: FunctionAppOutputProperties | null | undefined;
}

export interface FunctionAppOutputProperties {
  functionAppName?: string | null | undefined;
  functionName?: string | null | undefined;
  /** For a function in another subscription. */
  apiKey?: string | null | undefined;
  /** Default: 100. */
  maxBatchCount?: number | null | undefined;
  /** Bytes. Default: 262144. */
  maxBatchSize?: number | null | undefined;
}

export interface FunctionAppOutputPropertiesRequest {
  functionAppName?: string | null | undefined;
  functionName?: string | null | undefined;
  /** For a function in another subscription. */
  apiKey?: string | null | undefined;
  /** Default: 100. */
  maxBatchCount?: number | null | undefined;
  /** Bytes. Default: 262144. */
  maxBatchSize?: number | null | undefined;
}

export interface FunctionAppOutputRequest {
  type: 'Vendor.FunctionApp';
  properties?: FunctionAppOutputPropertiesRequest | null | undefined;
}

export interface GatewayMessageBusOutput {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusOutputProperties | null | undefined;
}

export interface GatewayMessageBusOutputProperties {
  topic?: string | null | undefined;
}

export interface GatewayMessageBusOutputPropertiesRequest {
  topic?: string | null | undefined;
}

export interface GatewayMessageBusOutputRequest {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusOutputPropertiesRequest | null | undefined;
}

export interface GatewayMessageBusStreamInput {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusStreamInputProperties | null | undefined;
}

export interface GatewayMessageBusStreamInputProperties {
  topic?: string | null | undefined;
}

export interface GatewayMessageBusStreamInputPropertiesRequest {
  topic?: string | null | undefined;
}

export interface GatewayMessageBusStreamInputRequest {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusStreamInputPropertiesRequest | null | undefined;
}

/** A service issue, a planned maintenance or an advisory. */
export interface HealthEvent {
  /** Fully qualified resource id. */
  id: string;
  /** Tracking id. */
  name: string;
  /** Resource type. */
  type?: string | null | undefined;
  systemData?: SystemData | null | undefined;
  properties: HealthEventProperties;
}

/** Error of the health-event list. */
export interface HealthEventError {
  code: string;
  message: string;
  details?: string | null | undefined;
}

export interface HealthEventImpact {
  impactedService?: string | null | undefined;
  /** Permanent identifier of the service. */
  impactedServiceGuid?: string | null | undefined;
  impactedRegions?: Array<HealthEventRegion> | null | undefined;
}

export interface HealthEventLink {
  type?: string | null | undefined;
  displayText?: HealthEventLinkDisplayText | null | undefined;
  extensionName?: string | null | undefined;
  bladeName?: string | null | undefined;
  parameters?: Record<string, unknown> | null | undefined;
}

export interface HealthEventLinkDisplayText {
  value?: string | null | undefined;
  localizedValue?: string | null | undefined;
}

/** A page of health events. */
export interface HealthEventList {
  value: Array<HealthEvent>;
  /** URL of the next page. */
  nextLink?: string | null | undefined;
}

export interface HealthEventProperties {
  eventType?: string | null | undefined;
  eventSubType?: string | null | undefined;
  eventSource?: string | null | undefined;
  status?: string | null | undefined;
  eventLevel?: string | null | undefined;
  /** Level of insight. */
  level?: string | null | undefined;
  eventTags?: Array<string> | null | undefined;
  /** Whether the event may have data that only a details operation returns. */
  isEventSensitive?: boolean | null | undefined;
  /** Whether it is a high-incident-rate event. */
  isHIR?: boolean | null | undefined;
  /** Stage of the high-incident-rate document. */
  hirStage?: string | null | undefined;
  /** Whether the platform initiated it. */
  platformInitiated?: boolean | null | undefined;
  /** 0 is the highest. */
  priority?: number | null | undefined;
  title?: string | null | undefined;
  /** Absent for sensitive events. */
  summary?: string | null | undefined;
  /** Summary, root cause and other details. Absent for sensitive events. */
  description?: string | null | undefined;
  header?: string | null | undefined;
  article?: HealthEventPropertiesArticle | null | undefined;
  links?: Array<HealthEventLink> | null | undefined;
  recommendedActions?: HealthEventPropertiesRecommendedActions | null | undefined;
  faqs?: Array<HealthEventPropertiesFaq> | null | undefined;
  additionalInformation?: HealthEventPropertiesAdditionalInformation | null | undefined;
  /** Whether vendor support is offered for this event. */
  enableMicrosoftSupport?: boolean | null | undefined;
  /** Whether chat is offered for this event. */
  enableChatWithUs?: boolean | null | undefined;
  impact?: Array<HealthEventImpact> | null | undefined;
  impactStartTime?: string | null | undefined;
  impactMitigationTime?: string | null | undefined;
  lastUpdateTime?: string | null | undefined;
  /** Seconds. */
  duration?: number | null | undefined;
  impactType?: string | null | undefined;
  externalIncidentId?: string | null | undefined;
  reason?: string | null | undefined;
  billingId?: string | null | undefined;
  currencyType?: string | null | undefined;
  oldRate?: number | null | undefined;
  newRate?: number | null | undefined;
}

export interface HealthEventPropertiesAdditionalInformation {
  message?: string | null | undefined;
}

export interface HealthEventPropertiesArticle {
  articleContent?: string | null | undefined;
  articleId?: string | null | undefined;
  parameters?: Record<string, unknown> | null | undefined;
}

export interface HealthEventPropertiesFaq {
  question?: string | null | undefined;
  answer?: string | null | undefined;
  localeCode?: string | null | undefined;
}

export interface HealthEventPropertiesRecommendedActions {
  /** Title of the recommended actions. */
  message?: string | null | undefined;
  actions?: Array<HealthEventPropertiesRecommendedActionsDetail> | null | undefined;
  localeCode?: string | null | undefined;
}

export interface HealthEventPropertiesRecommendedActionsDetail {
  groupId?: number | null | undefined;
  actionText?: string | null | undefined;
}

export interface HealthEventRegion {
  impactedRegion?: string | null | undefined;
  status?: string | null | undefined;
  impactedSubscriptions?: Array<string> | null | undefined;
  impactedTenants?: Array<string> | null | undefined;
  lastUpdateTime?: string | null | undefined;
  /** Absent for sensitive events. */
  updates?: Array<HealthEventRegionUpdate> | null | undefined;
}

export interface HealthEventRegionUpdate {
  summary?: string | null | undefined;
  updateDateTime?: string | null | undefined;
  eventTags?: Array<string> | null | undefined;
}

export interface HttpMessageSettings {
  body?: HttpMessageSettingsBody | null | undefined;
  /** Names of the headers to log. */
  headers?: Array<string> | null | undefined;
}

export interface HttpMessageSettingsBody {
  /** Number of body bytes to log. */
  bytes?: number | null | undefined;
}

export interface HttpMessageSettingsBodyRequest {
  /** Number of body bytes to log. */
  bytes?: number | null | undefined;
}

export interface HttpMessageSettingsRequest {
  body?: HttpMessageSettingsBodyRequest | null | undefined;
  /** Names of the headers to log. */
  headers?: Array<string> | null | undefined;
}

export interface IdentitySet {
  application?: IdentitySetApplication | null | undefined;
  user?: IdentitySetUser | null | undefined;
}

export interface IdentitySetApplication {
  id?: string | null | undefined;
  displayName?: string | null | undefined;
}

export interface IdentitySetUser {
  id?: string | null | undefined;
  displayName?: string | null | undefined;
}

export interface IotHubStreamInput {
  type: 'Vendor.Devices/IotHubs';
  properties?: IotHubStreamInputProperties | null | undefined;
}

export interface IotHubStreamInputProperties {
  iotHubNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
  endpoint?: string | null | undefined;
}

export interface IotHubStreamInputPropertiesRequest {
  iotHubNamespace?: string | null | undefined;
  sharedAccessPolicyName?: string | null | undefined;
  sharedAccessPolicyKey?: string | null | undefined;
  consumerGroupName?: string | null | undefined;
  endpoint?: string | null | undefined;
}

export interface IotHubStreamInputRequest {
  type: 'Vendor.Devices/IotHubs';
  properties?: IotHubStreamInputPropertiesRequest | null | undefined;
}

/** An item of a company. */
export interface Item {
  '@odata.etag'?: string | null | undefined;
  id: string;
  number?: string | null | undefined;
  displayName?: string | null | undefined;
  type?: string | null | undefined;
  itemCategoryId?: string | null | undefined;
  itemCategoryCode?: string | null | undefined;
  blocked?: boolean | null | undefined;
  gtin?: string | null | undefined;
  inventory?: number | null | undefined;
  unitPrice?: number | null | undefined;
  priceIncludesTax?: boolean | null | undefined;
  unitCost?: number | null | undefined;
  taxGroupId?: string | null | undefined;
  taxGroupCode?: string | null | undefined;
  baseUnitOfMeasureId?: string | null | undefined;
  baseUnitOfMeasureCode?: string | null | undefined;
  lastModifiedDateTime?: string | null | undefined;
}

export interface ItemCategory {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
}

/** Items of a company, with the requested members and relations. */
export interface ItemList {
  value: Array<ListedItem>;
  '@odata.nextLink'?: string | null | undefined;
}

export interface JavaScriptBinding {
  type: 'Vendor.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingProperties | null | undefined;
}

export interface JavaScriptBindingProperties {
  script?: string | null | undefined;
}

export interface JavaScriptBindingPropertiesRequest {
  script?: string | null | undefined;
}

export interface JavaScriptBindingRequest {
  type: 'Vendor.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingPropertiesRequest | null | undefined;
}

export interface JsonSerialization {
  type: 'Json';
  properties?: JsonSerializationProperties | null | undefined;
}

export interface JsonSerializationProperties {
  /** Encoding of input data or of written output data. */
  encoding?: string | null | undefined;
  /** One JSON object per line, or an array of objects. */
  format?: string | null | undefined;
}

export interface JsonSerializationPropertiesRequest {
  /** Encoding of input data or of written output data. */
  encoding?: string | null | undefined;
  /** One JSON object per line, or an array of objects. */
  format?: 'lineSeparated' | 'array' | null | undefined;
}

export interface JsonSerializationRequest {
  type: 'Json';
  properties?: JsonSerializationPropertiesRequest | null | undefined;
}

export interface ListedCustomer {
  '@odata.etag'?: string | null | undefined;
  id?: string | null | undefined;
  number?: string | null | undefined;
  displayName?: string | null | undefined;
  type?: string | null | undefined;
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  country?: string | null | undefined;
  postalCode?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  website?: string | null | undefined;
  taxLiable?: boolean | null | undefined;
  taxAreaId?: string | null | undefined;
  taxAreaDisplayName?: string | null | undefined;
  taxRegistrationNumber?: string | null | undefined;
  currencyId?: string | null | undefined;
  currencyCode?: string | null | undefined;
  paymentTermsId?: string | null | undefined;
  shipmentMethodId?: string | null | undefined;
  paymentMethodId?: string | null | undefined;
  /** A single space when the customer is not blocked. */
  blocked?: string | null | undefined;
  lastModifiedDateTime?: string | null | undefined;
  customerFinancialDetails?: CustomerFinancialDetails | null | undefined;
  picture?: Picture | null | undefined;
  defaultDimensions?: Array<DefaultDimension> | null | undefined;
  currency?: Currency | null | undefined;
  paymentTerm?: PaymentTerm | null | undefined;
  shipmentMethod?: ShipmentMethod | null | undefined;
  paymentMethod?: PaymentMethod | null | undefined;
}

export interface ListedItem {
  '@odata.etag'?: string | null | undefined;
  id?: string | null | undefined;
  number?: string | null | undefined;
  displayName?: string | null | undefined;
  type?: string | null | undefined;
  itemCategoryId?: string | null | undefined;
  itemCategoryCode?: string | null | undefined;
  blocked?: boolean | null | undefined;
  gtin?: string | null | undefined;
  inventory?: number | null | undefined;
  unitPrice?: number | null | undefined;
  priceIncludesTax?: boolean | null | undefined;
  unitCost?: number | null | undefined;
  taxGroupId?: string | null | undefined;
  taxGroupCode?: string | null | undefined;
  baseUnitOfMeasureId?: string | null | undefined;
  baseUnitOfMeasureCode?: string | null | undefined;
  lastModifiedDateTime?: string | null | undefined;
  picture?: Picture | null | undefined;
  defaultDimensions?: Array<DefaultDimension> | null | undefined;
  itemCategory?: ItemCategory | null | undefined;
  unitOfMeasure?: UnitOfMeasure | null | undefined;
}

/** Where to sign in. */
export interface LoginLinks {
  /** Opens the sign-in. A person who has it can give the consent. */
  loginLink?: string | null | undefined;
}

/** How to sign in. */
export interface LoginLinksRequest {
  /** Where the browser goes after the sign-in. */
  postLoginRedirectUrl?: string | null | undefined;
}

export interface MachineLearningBinding {
  type: 'Vendor.MachineLearning/WebService';
  properties?: MachineLearningBindingProperties | null | undefined;
}

export interface MachineLearningBindingProperties {
  /** Request-response execute endpoint. */
  endpoint?: string | null | undefined;
  apiKey?: string | null | undefined;
  /** Maximum rows per request. Default: 1000. */
  batchSize?: number | null | undefined;
  inputs?: MachineLearningBindingPropertiesInputs | null | undefined;
  outputs?: Array<MachineLearningBindingPropertiesOutput> | null | undefined;
}

export interface MachineLearningBindingPropertiesInputs {
  name?: string | null | undefined;
  columnNames?: Array<MachineLearningBindingPropertiesInputsColumnName> | null | undefined;
}

export interface MachineLearningBindingPropertiesInputsColumnName {
  name?: string | null | undefined;
  dataType?: string | null | undefined;
  /** Zero-based index of the function parameter. */
  mapTo?: number | null | undefined;
}

export interface MachineLearningBindingPropertiesInputsColumnNameRequest {
  name?: string | null | undefined;
  dataType?: string | null | undefined;
  /** Zero-based index of the function parameter. */
  mapTo?: number | null | undefined;
}

export interface MachineLearningBindingPropertiesInputsRequest {
  name?: string | null | undefined;
  columnNames?: Array<MachineLearningBindingPropertiesInputsColumnNameRequest> | null | undefined;
}

export interface MachineLearningBindingPropertiesOutput {
  name?: string | null | undefined;
  dataType?: string | null | undefined;
}

export interface MachineLearningBindingPropertiesOutputRequest {
  name?: string | null | undefined;
  dataType?: string | null | undefined;
}

export interface MachineLearningBindingPropertiesRequest {
  /** Request-response execute endpoint. */
  endpoint?: string | null | undefined;
  apiKey?: string | null | undefined;
  /** Maximum rows per request. Default: 1000. */
  batchSize?: number | null | undefined;
  inputs?: MachineLearningBindingPropertiesInputsRequest | null | undefined;
  outputs?: Array<MachineLearningBindingPropertiesOutputRequest> | null | undefined;
}

export interface MachineLearningBindingRequest {
  type: 'Vendor.MachineLearning/WebService';
  properties?: MachineLearningBindingPropertiesRequest | null | undefined;
}

/** A time-limited authorization to copy a document model to the target. */
export interface ModelCopyAuthorization {
  /** Id of the resource to which the model is copied. */
  targetResourceId: string;
  /** Location of the target resource. */
  targetResourceRegion: string;
  targetModelId: string;
  /** URL of the copied model in the target account. */
  targetModelLocation: string;
  /** Token that authorizes the copy. */
  accessToken: string;
  /** When the token expires. */
  expirationDateTime: string;
}

/** The model id under which a document model may be copied to this resource. */
export interface ModelCopyRequest {
  /** Unique name of the document model. */
  modelId: string;
  description?: string | null | undefined;
  /** Names and values that tag the model. */
  tags?: Record<string, unknown> | null | undefined;
}

export interface ParquetSerialization {
  type: 'Parquet';
}

export interface ParquetSerializationRequest {
  type: 'Parquet';
}

export interface PaymentMethod {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
}

export interface PaymentTerm {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
  dueDateCalculation?: string | null | undefined;
  discountDateCalculation?: string | null | undefined;
  discountPercent?: number | null | undefined;
  calculateDiscountOnCreditMemos?: boolean | null | undefined;
}

export interface Picture {
  id?: string | null | undefined;
  parentType?: string | null | undefined;
  contentType?: string | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

export interface PipelineSettings {
  request?: HttpMessageSettings | null | undefined;
  response?: HttpMessageSettings | null | undefined;
}

export interface PipelineSettingsRequest {
  request?: HttpMessageSettingsRequest | null | undefined;
  response?: HttpMessageSettingsRequest | null | undefined;
}

export interface ProtectionUnit {
  '@odata.type'?: string | null | undefined;
  id?: string | null | undefined;
  siteId?: string | null | undefined;
  policyId?: string | null | undefined;
}

export interface QueueOutput {
  type: 'Vendor.ServiceBus/Queue';
  properties?: QueueOutputProperties | null | undefined;
}

export interface QueueOutputProperties {
  queueName?: string | null | undefined;
  serviceBusNamespace?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null | undefined;
}

export interface QueueOutputPropertiesRequest {
  queueName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null | undefined;
}

export interface QueueOutputRequest {
  type: 'Vendor.ServiceBus/Queue';
  properties: QueueOutputPropertiesRequest;
}

export interface RestorePoint {
  '@odata.type'?: string | null | undefined;
  id?: string | null | undefined;
  protectionDateTime?: string | null | undefined;
  expirationDateTime?: string | null | undefined;
  protectionUnit?: ProtectionUnit | null | undefined;
  tags?: string | null | undefined;
}

export interface RestorePointSearchArtifactQueryRequest {
  /** A query such as Sender -eq 'a@example.com' -and HasAttachment -eq 'true'. */
  queryExpression?: string | null | undefined;
  artifactType?: string | null | undefined;
}

export interface RestorePointSearchProtectionTimePeriodRequest {
  startDateTime: string;
  endDateTime?: string | null | undefined;
}

/** Which restore points to look for. `protectionUnitIds` must have one element when artifactQuery.queryExpression is given. `protectionTimePeriod.endDateTime` must not be before startDateTime. */
export interface RestorePointSearchRequest {
  /** Ids of protection units. */
  protectionUnitIds: Array<string>;
  protectionTimePeriod: RestorePointSearchProtectionTimePeriodRequest;
  /** The latest or the oldest restore point of the period. */
  restorePointPreference?: 'latest' | 'oldest' | null | undefined;
  /** Restore point type. */
  tags?: 'none' | 'fastRestore' | 'unknownFutureValue' | null | undefined;
  artifactQuery?: RestorePointSearchArtifactQueryRequest | null | undefined;
}

/** At most five restore points. */
export interface RestorePointSearchResult {
  /** Context URL. */
  '@odata.context'?: string | null | undefined;
  searchResponseId?: string | null | undefined;
  searchResults: Array<RestorePointSearchResultSearchResult>;
  /** Requested units for which no restore point was found. */
  noResultProtectionUnitIds?: Array<string> | null | undefined;
}

export interface RestorePointSearchResultSearchResult {
  /** Present if artifactQuery was used. */
  artifactHitCount?: number | null | undefined;
  restorePoint: RestorePoint;
}

/** The restoration of sites, mailboxes or drives. */
export interface RestoreSession {
  /** Kind of the session: of a site, a mailbox or a drive. */
  '@odata.type'?: string | null | undefined;
  id?: string | null | undefined;
  status?: string | null | undefined;
  createdBy?: IdentitySet | null | undefined;
  createdDateTime?: string | null | undefined;
  completedDateTime?: string | null | undefined;
  lastModifiedBy?: IdentitySet | null | undefined;
  lastModifiedDateTime?: string | null | undefined;
  error?: RestoreSessionError | null | undefined;
}

export interface RestoreSessionError {
  code?: string | null | undefined;
  message?: string | null | undefined;
}

/** Restore sessions of every kind. */
export interface RestoreSessionList {
  value: Array<RestoreSession>;
  '@odata.nextLink'?: string | null | undefined;
}

export interface ShipmentMethod {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
}

export interface SqlDataWarehouseOutput {
  type: 'Vendor.Sql/Server/DataWarehouse';
  properties?: SqlDataWarehouseOutputProperties | null | undefined;
}

export interface SqlDataWarehouseOutputProperties {
  server?: string | null | undefined;
  database?: string | null | undefined;
  table?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  user?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  password?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
}

export interface SqlDataWarehouseOutputPropertiesRequest {
  server: string;
  database: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  user?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  password?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
}

export interface SqlDataWarehouseOutputRequest {
  type: 'Vendor.Sql/Server/DataWarehouse';
  properties: SqlDataWarehouseOutputPropertiesRequest;
}

export interface SqlDatabaseOutput {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlDatabaseOutputProperties | null | undefined;
}

export interface SqlDatabaseOutputProperties {
  server?: string | null | undefined;
  database?: string | null | undefined;
  table?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  user?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  password?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
  /** Default: 10000. */
  maxBatchCount?: number | null | undefined;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: number | null | undefined;
}

export interface SqlDatabaseOutputPropertiesRequest {
  server: string;
  database: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  user?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  password?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
  /** Default: 10000. */
  maxBatchCount?: number | null | undefined;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: 0 | 1 | null | undefined;
}

export interface SqlDatabaseOutputRequest {
  type: 'Vendor.Sql/Server/Database';
  properties: SqlDatabaseOutputPropertiesRequest;
}

export interface SqlReferenceInput {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlReferenceInputProperties | null | undefined;
}

export interface SqlReferenceInputProperties {
  server?: string | null | undefined;
  database?: string | null | undefined;
  table?: string | null | undefined;
  user?: string | null | undefined;
  password?: string | null | undefined;
  fullSnapshotQuery?: string | null | undefined;
  /** Fetches incremental changes. */
  deltaSnapshotQuery?: string | null | undefined;
  /** How often the data is fetched. */
  refreshRate?: string | null | undefined;
  refreshType?: string | null | undefined;
}

export interface SqlReferenceInputPropertiesRequest {
  server?: string | null | undefined;
  database?: string | null | undefined;
  table?: string | null | undefined;
  user?: string | null | undefined;
  password?: string | null | undefined;
  fullSnapshotQuery?: string | null | undefined;
  /** Fetches incremental changes. */
  deltaSnapshotQuery?: string | null | undefined;
  /** How often the data is fetched. */
  refreshRate?: string | null | undefined;
  refreshType?: 'Static' | 'RefreshPeriodicallyWithFull' | 'RefreshPeriodicallyWithDelta' | null | undefined;
}

export interface SqlReferenceInputRequest {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlReferenceInputPropertiesRequest | null | undefined;
}

export interface StreamingAggregateFunction {
  type: 'Aggregate';
  etag?: string | null | undefined;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingAggregateFunctionInput> | null | undefined;
  output?: StreamingAggregateFunctionOutput | null | undefined;
  properties?: StreamingAggregateFunctionProperties | null | undefined;
}

export interface StreamingAggregateFunctionInput {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingAggregateFunctionInputRequest {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingAggregateFunctionOutput {
  dataType?: string | null | undefined;
}

export interface StreamingAggregateFunctionOutputRequest {
  dataType?: string | null | undefined;
}

export interface StreamingAggregateFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingAggregateFunctionPropertiesInput> | null | undefined;
  output?: StreamingAggregateFunctionPropertiesOutput | null | undefined;
}

export interface StreamingAggregateFunctionPropertiesInput {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingAggregateFunctionPropertiesInputRequest {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingAggregateFunctionPropertiesOutput {
  dataType?: string | null | undefined;
}

export interface StreamingAggregateFunctionPropertiesOutputRequest {
  dataType?: string | null | undefined;
}

export interface StreamingAggregateFunctionPropertiesRequest {
  binding?:
    | MachineLearningBindingRequest
    | JavaScriptBindingRequest
    | OtherKind<MachineLearningBindingRequest | JavaScriptBindingRequest>
    | null
    | undefined;
  inputs?: Array<StreamingAggregateFunctionPropertiesInputRequest> | null | undefined;
  output?: StreamingAggregateFunctionPropertiesOutputRequest | null | undefined;
}

export interface StreamingAggregateFunctionRequest {
  type: 'Aggregate';
  binding?:
    | MachineLearningBindingRequest
    | JavaScriptBindingRequest
    | OtherKind<MachineLearningBindingRequest | JavaScriptBindingRequest>
    | null
    | undefined;
  inputs?: Array<StreamingAggregateFunctionInputRequest> | null | undefined;
  output?: StreamingAggregateFunctionOutputRequest | null | undefined;
  properties?: StreamingAggregateFunctionPropertiesRequest | null | undefined;
}

export interface StreamingFunction {
  /** Resource id. */
  id?: string | null | undefined;
  /** Resource name. */
  name?: string | null | undefined;
  /** Resource type. */
  type?: string | null | undefined;
  properties?: StreamingAggregateFunction | StreamingScalarFunction | UnknownKind | null | undefined;
}

export interface StreamingFunctionRequest {
  /** Resource name. */
  name: string;
  properties?:
    | StreamingAggregateFunctionRequest
    | StreamingScalarFunctionRequest
    | OtherKind<StreamingAggregateFunctionRequest | StreamingScalarFunctionRequest>
    | null
    | undefined;
}

export interface StreamingInput {
  /** Resource id. */
  id?: string | null | undefined;
  /** Resource name. */
  name?: string | null | undefined;
  /** Resource type. */
  type?: string | null | undefined;
  properties?: StreamingStreamInput | StreamingReferenceInput | UnknownKind | null | undefined;
}

export interface StreamingInputRequest {
  /** Resource name. */
  name: string;
  properties:
    | StreamingStreamInputRequest
    | StreamingReferenceInputRequest
    | OtherKind<StreamingStreamInputRequest | StreamingReferenceInputRequest>;
}

/** A query that reads inputs and writes to outputs, optionally using functions. */
export interface StreamingJob {
  /** Fully qualified resource id. */
  id: string;
  /** Job name. */
  name: string;
  /** Resource type. */
  type?: string | null | undefined;
  /** Geographic location of the resource. */
  location?: string | null | undefined;
  /** Resource tags. */
  tags?: Record<string, string> | null | undefined;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobIdentity | null | undefined;
  properties: StreamingJobProperties;
}

export interface StreamingJobChangeIdentityRequest {
  tenantId?: string | null | undefined;
  principalId?: string | null | undefined;
  type?: string | null | undefined;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null | undefined;
}

export interface StreamingJobChangePropertiesClusterRequest {
  id?: string | null | undefined;
}

export interface StreamingJobChangePropertiesJobStorageAccountRequest {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
}

export interface StreamingJobChangePropertiesRequest {
  jobType?: 'Cloud' | 'Edge' | null | undefined;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobChangePropertiesClusterRequest | null | undefined;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null | undefined;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: 'JobStorageAccount' | 'SystemAccount' | null | undefined;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobChangePropertiesJobStorageAccountRequest | null | undefined;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null | undefined;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null | undefined;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null | undefined;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null | undefined;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null | undefined;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: 'Stop' | 'Drop' | null | undefined;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null | undefined;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null | undefined;
  sku?: StreamingJobChangePropertiesSkuRequest | null | undefined;
  inputs?: null | undefined;
  transformation?: null | undefined;
  outputs?: null | undefined;
  functions?: null | undefined;
}

export interface StreamingJobChangePropertiesSkuRequest {
  name?: 'Standard' | null | undefined;
}

/** The members of a job that change; null leaves one as it is. */
export interface StreamingJobChangeRequest {
  location?: string | null | undefined;
  tags?: Record<string, string> | null | undefined;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobChangeIdentityRequest | null | undefined;
  properties?: StreamingJobChangePropertiesRequest | null | undefined;
}

export interface StreamingJobIdentity {
  tenantId?: string | null | undefined;
  principalId?: string | null | undefined;
  type?: string | null | undefined;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null | undefined;
}

export interface StreamingJobIdentityRequest {
  tenantId?: string | null | undefined;
  principalId?: string | null | undefined;
  type?: string | null | undefined;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null | undefined;
}

/** A page of streaming jobs. */
export interface StreamingJobList {
  value: Array<StreamingJob>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null | undefined;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null | undefined;
}

export interface StreamingJobProperties {
  sku?: StreamingJobPropertiesSku | null | undefined;
  /** Generated at creation. */
  jobId?: string | null | undefined;
  provisioningState?: string | null | undefined;
  /** Whether the job runs. */
  jobState?: string | null | undefined;
  /** Time of the last output event; null before the first. */
  lastOutputEventTime?: string | null | undefined;
  /** Creation time, in UTC. */
  createdDate?: string | null | undefined;
  /** Opaque entity tag; usable in If-Match and If-None-Match. */
  etag?: string | null | undefined;
  jobType?: string | null | undefined;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesCluster | null | undefined;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null | undefined;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null | undefined;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccount | null | undefined;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null | undefined;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null | undefined;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null | undefined;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null | undefined;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null | undefined;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: string | null | undefined;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: string | null | undefined;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null | undefined;
  inputs?: Array<StreamingInput> | null | undefined;
  outputs?: Array<StreamingOutput> | null | undefined;
  functions?: Array<StreamingFunction> | null | undefined;
  transformation?: StreamingTransformation | null | undefined;
}

export interface StreamingJobPropertiesCluster {
  id?: string | null | undefined;
}

export interface StreamingJobPropertiesClusterRequest {
  id?: string | null | undefined;
}

export interface StreamingJobPropertiesJobStorageAccount {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
}

export interface StreamingJobPropertiesJobStorageAccountRequest {
  accountName?: string | null | undefined;
  accountKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
}

/** `jobStorageAccount` is required when contentStoragePolicy is JobStorageAccount. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobPropertiesRequest {
  sku: StreamingJobPropertiesSkuRequest;
  jobType?: 'Cloud' | 'Edge' | null | undefined;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesClusterRequest | null | undefined;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null | undefined;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: 'JobStorageAccount' | 'SystemAccount' | null | undefined;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccountRequest | null | undefined;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null | undefined;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null | undefined;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null | undefined;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null | undefined;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null | undefined;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: 'Stop' | 'Drop' | null | undefined;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null | undefined;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null | undefined;
  inputs?: Array<StreamingInputRequest> | null | undefined;
  outputs?: Array<StreamingOutputRequest> | null | undefined;
  functions?: Array<StreamingFunctionRequest> | null | undefined;
  transformation?: StreamingTransformationRequest | null | undefined;
}

export interface StreamingJobPropertiesSku {
  name?: string | null | undefined;
}

export interface StreamingJobPropertiesSkuRequest {
  name: 'Standard';
}

/** A query that reads inputs and writes to outputs, optionally using functions. */
export interface StreamingJobRequest {
  /** Geographic location of the resource. */
  location?: string | null | undefined;
  /** Resource tags. */
  tags?: Record<string, string> | null | undefined;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobIdentityRequest | null | undefined;
  properties: StreamingJobPropertiesRequest;
}

/** Where the output begins: when the job starts, if there is no body. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobStartRequest {
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null | undefined;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null | undefined;
}

export interface StreamingOutput {
  /** Resource id. */
  id?: string | null | undefined;
  /** Resource name. */
  name?: string | null | undefined;
  /** Resource type. */
  type?: string | null | undefined;
  properties?: StreamingOutputProperties | null | undefined;
}

export interface StreamingOutputProperties {
  datasource?:
    | SqlDatabaseOutput
    | SqlDataWarehouseOutput
    | DocumentDbOutput
    | QueueOutput
    | TopicOutput
    | EventHubOutput
    | EventHubV2Output
    | GatewayMessageBusOutput
    | DataLakeOutput
    | TableOutput
    | BlobOutput
    | FunctionAppOutput
    | DashboardOutput
    | UnknownKind
    | null
    | undefined;
  serialization?:
    | AvroSerialization
    | ParquetSerialization
    | CsvSerialization
    | JsonSerialization
    | UnknownKind
    | null
    | undefined;
  diagnostics?: StreamingOutputPropertiesDiagnostics | null | undefined;
  etag?: string | null | undefined;
  /** Size window to constrain output. */
  sizeWindow?: number | null | undefined;
  /** Time window to filter output. */
  timeWindow?: string | null | undefined;
}

export interface StreamingOutputPropertiesDiagnostics {
  conditions?: Array<StreamingOutputPropertiesDiagnosticsCondition> | null | undefined;
}

export interface StreamingOutputPropertiesDiagnosticsCondition {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingOutputPropertiesDiagnosticsConditionRequest {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingOutputPropertiesDiagnosticsRequest {
  conditions?: Array<StreamingOutputPropertiesDiagnosticsConditionRequest> | null | undefined;
}

export interface StreamingOutputPropertiesRequest {
  datasource:
    | SqlDatabaseOutputRequest
    | SqlDataWarehouseOutputRequest
    | DocumentDbOutputRequest
    | QueueOutputRequest
    | TopicOutputRequest
    | EventHubOutputRequest
    | EventHubV2OutputRequest
    | GatewayMessageBusOutputRequest
    | DataLakeOutputRequest
    | TableOutputRequest
    | BlobOutputRequest
    | FunctionAppOutputRequest
    | DashboardOutputRequest
    | OtherKind<
        | SqlDatabaseOutputRequest
        | SqlDataWarehouseOutputRequest
        | DocumentDbOutputRequest
        | QueueOutputRequest
        | TopicOutputRequest
        | EventHubOutputRequest
        | EventHubV2OutputRequest
        | GatewayMessageBusOutputRequest
        | DataLakeOutputRequest
        | TableOutputRequest
        | BlobOutputRequest
        | FunctionAppOutputRequest
        | DashboardOutputRequest
      >;
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >;
  diagnostics?: StreamingOutputPropertiesDiagnosticsRequest | null | undefined;
  /** Size window to constrain output. */
  sizeWindow?: number | null | undefined;
  /** Time window to filter output. */
  timeWindow?: string | null | undefined;
}

/** Each of `properties.datasource.properties.user`, `properties.datasource.properties.password`, `properties.datasource.properties.sharedAccessPolicyName`, `properties.datasource.properties.sharedAccessPolicyKey`, `properties.datasource.properties.refreshToken`, `properties.datasource.properties.accountKey` is required unless authenticationMode is Msi. */
export interface StreamingOutputRequest {
  /** Resource name. */
  name: string;
  properties: StreamingOutputPropertiesRequest;
}

export interface StreamingReferenceInput {
  type: 'Reference';
  compression?: StreamingReferenceInputCompression | null | undefined;
  datasource?: BlobReferenceInput | FileReferenceInput | SqlReferenceInput | UnknownKind | null | undefined;
  diagnostics?: StreamingReferenceInputDiagnostics | null | undefined;
  etag?: string | null | undefined;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null | undefined;
  serialization?:
    | AvroSerialization
    | ParquetSerialization
    | CsvSerialization
    | JsonSerialization
    | UnknownKind
    | null
    | undefined;
}

export interface StreamingReferenceInputCompression {
  type?: string | null | undefined;
}

export interface StreamingReferenceInputCompressionRequest {
  type?: string | null | undefined;
}

export interface StreamingReferenceInputDiagnostics {
  conditions?: Array<StreamingReferenceInputDiagnosticsCondition> | null | undefined;
}

export interface StreamingReferenceInputDiagnosticsCondition {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingReferenceInputDiagnosticsConditionRequest {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingReferenceInputDiagnosticsRequest {
  conditions?: Array<StreamingReferenceInputDiagnosticsConditionRequest> | null | undefined;
}

export interface StreamingReferenceInputRequest {
  type: 'Reference';
  compression?: StreamingReferenceInputCompressionRequest | null | undefined;
  datasource?:
    | BlobReferenceInputRequest
    | FileReferenceInputRequest
    | SqlReferenceInputRequest
    | OtherKind<BlobReferenceInputRequest | FileReferenceInputRequest | SqlReferenceInputRequest>
    | null
    | undefined;
  diagnostics?: StreamingReferenceInputDiagnosticsRequest | null | undefined;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null | undefined;
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >;
}

export interface StreamingScalarFunction {
  type: 'Scalar';
  etag?: string | null | undefined;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingScalarFunctionInput> | null | undefined;
  output?: StreamingScalarFunctionOutput | null | undefined;
  properties?: StreamingScalarFunctionProperties | null | undefined;
}

export interface StreamingScalarFunctionInput {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingScalarFunctionInputRequest {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingScalarFunctionOutput {
  dataType?: string | null | undefined;
}

export interface StreamingScalarFunctionOutputRequest {
  dataType?: string | null | undefined;
}

export interface StreamingScalarFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingScalarFunctionPropertiesInput> | null | undefined;
  output?: StreamingScalarFunctionPropertiesOutput | null | undefined;
}

export interface StreamingScalarFunctionPropertiesInput {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingScalarFunctionPropertiesInputRequest {
  dataType?: string | null | undefined;
  isConfigurationParameter?: boolean | null | undefined;
}

export interface StreamingScalarFunctionPropertiesOutput {
  dataType?: string | null | undefined;
}

export interface StreamingScalarFunctionPropertiesOutputRequest {
  dataType?: string | null | undefined;
}

export interface StreamingScalarFunctionPropertiesRequest {
  binding?:
    | MachineLearningBindingRequest
    | JavaScriptBindingRequest
    | OtherKind<MachineLearningBindingRequest | JavaScriptBindingRequest>
    | null
    | undefined;
  inputs?: Array<StreamingScalarFunctionPropertiesInputRequest> | null | undefined;
  output?: StreamingScalarFunctionPropertiesOutputRequest | null | undefined;
}

export interface StreamingScalarFunctionRequest {
  type: 'Scalar';
  binding?:
    | MachineLearningBindingRequest
    | JavaScriptBindingRequest
    | OtherKind<MachineLearningBindingRequest | JavaScriptBindingRequest>
    | null
    | undefined;
  inputs?: Array<StreamingScalarFunctionInputRequest> | null | undefined;
  output?: StreamingScalarFunctionOutputRequest | null | undefined;
  properties?: StreamingScalarFunctionPropertiesRequest | null | undefined;
}

export interface StreamingStreamInput {
  type: 'Stream';
  compression?: StreamingStreamInputCompression | null | undefined;
  datasource?:
    | BlobStreamInput
    | EventHubStreamInput
    | EventHubV2StreamInput
    | IotHubStreamInput
    | GatewayMessageBusStreamInput
    | UnknownKind
    | null
    | undefined;
  diagnostics?: StreamingStreamInputDiagnostics | null | undefined;
  etag?: string | null | undefined;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null | undefined;
  serialization?:
    | AvroSerialization
    | ParquetSerialization
    | CsvSerialization
    | JsonSerialization
    | UnknownKind
    | null
    | undefined;
}

export interface StreamingStreamInputCompression {
  type?: string | null | undefined;
}

export interface StreamingStreamInputCompressionRequest {
  type?: string | null | undefined;
}

export interface StreamingStreamInputDiagnostics {
  conditions?: Array<StreamingStreamInputDiagnosticsCondition> | null | undefined;
}

export interface StreamingStreamInputDiagnosticsCondition {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingStreamInputDiagnosticsConditionRequest {
  since?: string | null | undefined;
  code?: string | null | undefined;
  message?: string | null | undefined;
}

export interface StreamingStreamInputDiagnosticsRequest {
  conditions?: Array<StreamingStreamInputDiagnosticsConditionRequest> | null | undefined;
}

export interface StreamingStreamInputRequest {
  type: 'Stream';
  compression?: StreamingStreamInputCompressionRequest | null | undefined;
  datasource?:
    | BlobStreamInputRequest
    | EventHubStreamInputRequest
    | EventHubV2StreamInputRequest
    | IotHubStreamInputRequest
    | GatewayMessageBusStreamInputRequest
    | OtherKind<
        | BlobStreamInputRequest
        | EventHubStreamInputRequest
        | EventHubV2StreamInputRequest
        | IotHubStreamInputRequest
        | GatewayMessageBusStreamInputRequest
      >
    | null
    | undefined;
  diagnostics?: StreamingStreamInputDiagnosticsRequest | null | undefined;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null | undefined;
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >;
}

export interface StreamingTransformation {
  /** Resource id. */
  id?: string | null | undefined;
  /** Resource name. */
  name?: string | null | undefined;
  /** Resource type. */
  type?: string | null | undefined;
  properties?: StreamingTransformationProperties | null | undefined;
}

export interface StreamingTransformationProperties {
  /** Query run by the job. */
  query?: string | null | undefined;
  /** Default: 3. */
  streamingUnits?: number | null | undefined;
  /** Units the job can be scaled to. */
  validStreamingUnits?: Array<number> | null | undefined;
  /** Opaque entity tag. */
  etag?: string | null | undefined;
}

export interface StreamingTransformationPropertiesRequest {
  /** Query run by the job. */
  query: string;
  /** Default: 3. */
  streamingUnits?: number | null | undefined;
  /** Units the job can be scaled to. */
  validStreamingUnits?: Array<number> | null | undefined;
}

export interface StreamingTransformationRequest {
  /** Resource name. */
  name: string;
  properties: StreamingTransformationPropertiesRequest;
}

export interface SystemData {
  createdAt?: string | null | undefined;
  createdBy?: string | null | undefined;
  createdByType?: string | null | undefined;
  lastModifiedAt?: string | null | undefined;
  lastModifiedBy?: string | null | undefined;
  lastModifiedByType?: string | null | undefined;
}

export interface TableOutput {
  type: 'Vendor.Storage/Table';
  properties?: TableOutputProperties | null | undefined;
}

export interface TableOutputProperties {
  accountName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
  /** Rows written at a time. */
  batchSize?: number | null | undefined;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null | undefined;
  table?: string | null | undefined;
  partitionKey?: string | null | undefined;
  rowKey?: string | null | undefined;
}

export interface TableOutputPropertiesRequest {
  accountName: string;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
  /** Rows written at a time. */
  batchSize?: number | null | undefined;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null | undefined;
  table?: string | null | undefined;
  partitionKey?: string | null | undefined;
  rowKey?: string | null | undefined;
}

export interface TableOutputRequest {
  type: 'Vendor.Storage/Table';
  properties: TableOutputPropertiesRequest;
}

export interface TopicOutput {
  type: 'Vendor.ServiceBus/Topic';
  properties?: TopicOutputProperties | null | undefined;
}

export interface TopicOutputProperties {
  topicName?: string | null | undefined;
  serviceBusNamespace?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null | undefined;
}

export interface TopicOutputPropertiesRequest {
  topicName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null | undefined;
}

export interface TopicOutputRequest {
  type: 'Vendor.ServiceBus/Topic';
  properties: TopicOutputPropertiesRequest;
}

export interface UnitOfMeasure {
  id?: string | null | undefined;
  code?: string | null | undefined;
  displayName?: string | null | undefined;
  internationalStandardCode?: string | null | undefined;
}

/** Input of each operation, and its response bodies by status. */
export interface Operations {
  /** Create or update an authorization of an API gateway. Stores how an API gateway gets tokens from a provider. Use it to add a connection or to replace its secret.
   *
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  createOrUpdateAuthorization: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      authorizationId: string;
      /** `*`, or the entity tag that the resource must have: one tag, with or without quotes; weak tags are refused. Without the header the write has no condition, if the service allows that. */
      ifMatch?: string | undefined;
      body: AuthorizationRequest | Authorization;
    };
    responses: { 200: Authorization; 201: Authorization; 202: undefined; 204: undefined };
  };
  /** Read an authorization of an API gateway. Returns a connection, its status and its entity tag. Use it before you change it.
   *
   * Requires the app role `Authorizations.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  getAuthorization: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      authorizationId: string;
    };
    responses: { 200: Authorization };
  };
  /** Delete an authorization of an API gateway. Removes a connection and its consent. Calls that use it fail from then on.
   *
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  deleteAuthorization: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      authorizationId: string;
      /** `*`, or the entity tag that the resource must have; sent unchanged. */
      ifMatch: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the authorizations of an authorization provider. Returns the connections of a provider. Use it to find those that need a new consent.
   *
   * Requires the app role `Authorizations.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  listAuthorizations: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `name eq 'build'` */
      $filter?: string | undefined;
      /** The most elements of a page. Example: `5` */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: AuthorizationList };
  };
  /** Get the login link of an authorization. Returns the address where a person signs in and gives consent. Use it after an authorization with the grant AuthorizationCode was created.
   *
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/getLoginLinks`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  getAuthorizationLoginLinks: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      authorizationId: string;
      body: LoginLinksRequest | LoginLinks;
    };
    responses: { 200: LoginLinks };
  };
  /** Confirm the consent code of an authorization. Completes the consent with the code that the sign-in returned. Use it once, soon after the sign-in.
   *
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/confirmConsentCode`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  confirmAuthorizationConsentCode: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      authorizationId: string;
      body: ConsentCodeRequest;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Create or update the diagnostic settings of an API. Stores what an API logs and where. Use it to add a diagnostic or to replace all of its settings.
   *
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  createOrUpdateApiDiagnostic: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      diagnosticId: string;
      apiVersion: ApiVersion;
      /** `*`, or the entity tag that the resource must have: one tag, with or without quotes; weak tags are refused. Without the header the write has no condition, if the service allows that. */
      ifMatch?: string | undefined;
      body: ApiDiagnosticRequest | ApiDiagnostic;
    };
    responses: { 200: ApiDiagnostic; 201: ApiDiagnostic; 202: undefined; 204: undefined };
  };
  /** Change some diagnostic settings of an API. Changes the settings that are sent and keeps the others.
   *
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  updateApiDiagnostic: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      diagnosticId: string;
      apiVersion: ApiVersion;
      /** `*`, or the entity tag that the resource must have; sent unchanged. */
      ifMatch: string;
      body: ApiDiagnosticChangeRequest;
    };
    responses: { 200: ApiDiagnostic; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Read the diagnostic settings of an API. Returns the settings and their entity tag. Use it before you change them.
   *
   * Requires the app role `ApiDiagnostics.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  getApiDiagnostic: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      diagnosticId: string;
      apiVersion: ApiVersion;
    };
    responses: { 200: ApiDiagnostic };
  };
  /** Delete the diagnostic settings of an API. Ends the logging to one logger.
   *
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  deleteApiDiagnostic: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      diagnosticId: string;
      apiVersion: ApiVersion;
      /** `*`, or the entity tag that the resource must have; sent unchanged. */
      ifMatch: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the diagnostic settings of an API. Returns what an API logs, for each of its loggers.
   *
   * Requires the app role `ApiDiagnostics.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  listApiDiagnostics: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      apiVersion: ApiVersion;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `name eq 'build'` */
      $filter?: string | undefined;
      /** The most elements of a page. */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: ApiDiagnosticList };
  };
  /** List the health events of one resource. Returns incidents, planned work and advice for one resource. Use it for the page of a machine or a service.
   *
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
  listHealthEvents: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      resourceProviderNamespace: string;
      resourceType: string;
      resourceName: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `status eq 'Active'` */
      $filter?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** List the health events of one nested resource. Returns the same for a resource below another one, such as a database of a server.
   *
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
  listNestedHealthEvents: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      resourceProviderNamespace: string;
      parentType: string;
      parentName: string;
      resourceType: string;
      resourceName: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `eventType eq 'ServiceIssue'` */
      $filter?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** List the health events of a subscription. Returns the events of all services and regions of a subscription. Use it for an overview; without `queryStartTime` it has the last three days.
   *
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
  listSubscriptionHealthEvents: {
    input: {
      subscriptionId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `status eq 'Active'` */
      $filter?: string | undefined;
      /** A day, month/day/year, or a time: events updated since. The last three days when absent. Example: `6/1/2026` */
      queryStartTime?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** Read a sensitive health event of a subscription. Returns the texts of a sensitive event, which lists leave out. Use it when a person asks to see them.
   *
   * Requires the app role `HealthEvents.ReadSensitive`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  fetchHealthEventDetails: {
    input: {
      subscriptionId: string;
      eventTrackingId: string;
    };
    responses: { 200: HealthEvent };
  };
  /** Create or replace a streaming job. Stores a whole job: inputs, query, outputs. Members that you leave out get their defaults, so read the job first.
   *
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  createOrReplaceStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      /** `*`, or the entity tag that the resource must have: one tag, with or without quotes; weak tags are refused. Without the header the write has no condition, if the service allows that. */
      ifMatch?: string | undefined;
      /** `*` creates and never replaces; other values return 412. With If-Match it is 400. */
      ifNoneMatch?: '*' | undefined;
      body: StreamingJobRequest | StreamingJob;
    };
    responses: { 200: StreamingJob; 201: StreamingJob; 202: undefined; 204: undefined };
  };
  /** Change some members of a streaming job. Changes the members that are sent and keeps the others. Use it for a tag or a policy.
   *
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  updateStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      /** `*`, or the entity tag that the resource must have: one tag, with or without quotes; weak tags are refused. Without the header the write has no condition, if the service allows that. */
      ifMatch?: string | undefined;
      body: StreamingJobChangeRequest;
    };
    responses: { 200: StreamingJob; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Read a streaming job. Returns a job and its state; `$expand` adds its inputs, query and outputs.
   *
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  getStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      /** Comma separated list of inputs, transformation, outputs, functions. Example: `inputs,outputs` */
      $expand?:
        | 'inputs'
        | 'transformation'
        | 'outputs'
        | 'functions'
        | (string & {})
        | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'>
        | undefined;
    };
    responses: { 200: StreamingJob };
  };
  /** Delete a streaming job. Deletes a job. It cannot be undone.
   *
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  deleteStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the streaming jobs of a resource group. Returns the jobs of a resource group with their states.
   *
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  listStreamingJobs: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      /** Comma separated list of inputs, transformation, outputs, functions. */
      $expand?:
        | 'inputs'
        | 'transformation'
        | 'outputs'
        | 'functions'
        | (string & {})
        | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'>
        | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: StreamingJobList };
  };
  /** List the streaming jobs of a subscription. Returns the jobs of all resource groups that you may read.
   *
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Vendor.StreamAnalytics/streamingjobs`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
  listSubscriptionStreamingJobs: {
    input: {
      subscriptionId: string;
      /** Comma separated list of inputs, transformation, outputs, functions. Example: `transformation` */
      $expand?:
        | 'inputs'
        | 'transformation'
        | 'outputs'
        | 'functions'
        | (string & {})
        | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'>
        | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: StreamingJobList };
  };
  /** Start a streaming job. Starts a job, which takes a minute or two. After 202, poll the address in its headers.
   *
   * Requires the app role `StreamingJobs.Operate`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/start`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  startStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      body?: StreamingJobStartRequest | undefined;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Stop a streaming job. Stops a job, which remembers where it stopped. After 202, poll the address in its headers.
   *
   * Requires the app role `StreamingJobs.Operate`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/stop`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  stopStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Search restore points. Returns the points in time to which sites, drives or mailboxes can be restored. Use it before a restore is planned.
   *
   * Requires the app role `RestorePoints.Search`, which the access policy must grant on `/solutions/backupRestore`. Responses are cached for 30 s, and served for up to 330 s while the service fails. */
  searchRestorePoints: {
    input: {
      body: RestorePointSearchRequest;
    };
    responses: { 200: RestorePointSearchResult };
  };
  /** List the restore sessions. Returns the restores with their states.
   *
   * Requires the app role `RestoreSessions.Read`, which the access policy must grant on `/solutions/backupRestore`. */
  listRestoreSessions: {
    input: {
      /** The most elements of a page. Example: `2` */
      $top?: number | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: RestoreSessionList };
  };
  /** Delete a draft restore session. Deletes a restore that was not started. Only drafts can be deleted.
   *
   * Requires the app role `RestoreSessions.Delete`, which the access policy must grant on `/solutions/backupRestore`. */
  deleteRestoreSession: {
    input: {
      restoreSessionBaseId: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Read a restore session. Returns one restore. Use it to follow its progress.
   *
   * Requires the app role `RestoreSessions.Read`, which the access policy must grant on `/solutions/backupRestore`. */
  getRestoreSession: {
    input: {
      restoreSessionBaseId: string;
    };
    responses: { 200: RestoreSession };
  };
  /** Authorize a document-model copy. Returns a permission with which the owner of a document model copies it to this resource. Its token is a secret.
   *
   * Requires the app role `DocumentModels.AuthorizeCopy`, which the access policy must grant on `/documentModels`. By default each instance sends at most 4 requests per second (burst 5) for all callers together. */
  authorizeModelCopy: {
    input: {
      body: ModelCopyRequest;
    };
    responses: { 200: ModelCopyAuthorization; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the companies you may access. Returns the companies whose customers or items you may read. Use it to offer a choice.
   *
   * Requires the app role `Companies.Read`, which the access policy must grant on `/companies`. */
  listCompanies: {
    input: {
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: CompanyList };
  };
  /** List the customers of a company. Returns the customers of a company. Use it for lists and searches; `$expand` adds related data.
   *
   * Requires the app role `Customers.Read`, which the access policy must grant on `/companies/{companyId}`. */
  listCustomers: {
    input: {
      companyId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `startswith(displayName,'A')` */
      $filter?: string | undefined;
      /** How the service reads $filter. */
      $schemaversion?: '1.0' | '2.0' | '2.1' | undefined;
      /** Comma separated list of members, each with asc or desc after a blank. */
      $orderby?: string | undefined;
      /** The most elements to return, over all pages; 0 to count only. Example: `2` */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** Whether the first page has the number of elements. */
      $count?: 'true' | 'false' | undefined;
      /** Comma separated list of members. */
      $select?: string | undefined;
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod. Example: `currency` */
      $expand?:
        | 'customerFinancialDetails'
        | 'picture'
        | 'defaultDimensions'
        | 'currency'
        | 'paymentTerm'
        | 'shipmentMethod'
        | 'paymentMethod'
        | (string & {})
        | ReadonlyArray<
            | 'customerFinancialDetails'
            | 'picture'
            | 'defaultDimensions'
            | 'currency'
            | 'paymentTerm'
            | 'shipmentMethod'
            | 'paymentMethod'
          >
        | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: CustomerList };
  };
  /** Read a customer. Returns one customer; `$expand` adds currency, payment terms and more.
   *
   * Requires the app role `Customers.Read`, which the access policy must grant on `/companies/{companyId}`. */
  getCustomer: {
    input: {
      companyId: string;
      customerId: string;
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod. Example: `currency,paymentTerm` */
      $expand?:
        | 'customerFinancialDetails'
        | 'picture'
        | 'defaultDimensions'
        | 'currency'
        | 'paymentTerm'
        | 'shipmentMethod'
        | 'paymentMethod'
        | (string & {})
        | ReadonlyArray<
            | 'customerFinancialDetails'
            | 'picture'
            | 'defaultDimensions'
            | 'currency'
            | 'paymentTerm'
            | 'shipmentMethod'
            | 'paymentMethod'
          >
        | undefined;
    };
    responses: { 200: Customer };
  };
  /** List the items of a company. Returns the items of a company with price and stock. Use it for lists and searches.
   *
   * Requires the app role `Items.Read`, which the access policy must grant on `/companies/{companyId}`. */
  listItems: {
    input: {
      companyId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. Example: `unitPrice gt 200` */
      $filter?: string | undefined;
      /** How the service reads $filter. */
      $schemaversion?: '1.0' | '2.0' | '2.1' | undefined;
      /** Comma separated list of members, each with asc or desc after a blank. Example: `unitPrice desc` */
      $orderby?: string | undefined;
      /** The most elements to return, over all pages; 0 to count only. Example: `2` */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** Whether the first page has the number of elements. */
      $count?: 'true' | 'false' | undefined;
      /** Comma separated list of members. */
      $select?: string | undefined;
      /** Comma separated list of itemCategory, inventoryPostingGroup, generalProductPostingGroup, unitOfMeasure, picture, defaultDimensions, itemVariants, documentAttachments. */
      $expand?:
        | 'itemCategory'
        | 'inventoryPostingGroup'
        | 'generalProductPostingGroup'
        | 'unitOfMeasure'
        | 'picture'
        | 'defaultDimensions'
        | 'itemVariants'
        | 'documentAttachments'
        | (string & {})
        | ReadonlyArray<
            | 'itemCategory'
            | 'inventoryPostingGroup'
            | 'generalProductPostingGroup'
            | 'unitOfMeasure'
            | 'picture'
            | 'defaultDimensions'
            | 'itemVariants'
            | 'documentAttachments'
          >
        | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: ItemList };
  };
  /** Read an item. Returns one item: price, cost, stock.
   *
   * Requires the app role `Items.Read`, which the access policy must grant on `/companies/{companyId}`. */
  getItem: {
    input: {
      companyId: string;
      itemId: string;
    };
    responses: { 200: Item };
  };
  /** Watch a long-running write. Returns how far a write is that was accepted with 202. Use it at the address in the headers of that response.
   *
   * Requires the app role of the write, on its resource. 202: still in progress; its headers say where and when to ask next. Any other status is the end. Kept for a day, for callers of the tenant that wrote. */
  getOperation: {
    input: {
      operationId: string;
    };
    responses: {
      200: Record<string, unknown> | null;
      201: Record<string, unknown> | null;
      202: undefined;
      204: undefined;
    };
  };
}

/** Method, path, query parameters, and the api-version if there is only one. */
export const ROUTES = {
  createOrUpdateAuthorization: {
    method: 'PUT',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    query: [],
    apiVersion: '2024-05-01',
  },
  getAuthorization: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    query: [],
    apiVersion: '2024-05-01',
  },
  deleteAuthorization: {
    method: 'DELETE',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    query: [],
    apiVersion: '2024-05-01',
  },
  listAuthorizations: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations',
    query: ['$filter', '$top', '$skip', '$skipToken'],
    apiVersion: '2024-05-01',
  },
  getAuthorizationLoginLinks: {
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/getLoginLinks',
    query: [],
    apiVersion: '2024-05-01',
  },
  confirmAuthorizationConsentCode: {
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/confirmConsentCode',
    query: [],
    apiVersion: '2024-05-01',
  },
  createOrUpdateApiDiagnostic: {
    method: 'PUT',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    query: [],
  },
  updateApiDiagnostic: {
    method: 'PATCH',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    query: [],
  },
  getApiDiagnostic: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    query: [],
  },
  deleteApiDiagnostic: {
    method: 'DELETE',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    query: [],
  },
  listApiDiagnostics: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics',
    query: ['$filter', '$top', '$skip', '$skipToken'],
  },
  listHealthEvents: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events',
    query: ['$filter', '$skipToken'],
    apiVersion: '2025-05-01',
    isCached: true,
  },
  listNestedHealthEvents: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events',
    query: ['$filter', '$skipToken'],
    apiVersion: '2025-05-01',
    isCached: true,
  },
  listSubscriptionHealthEvents: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
    query: ['$filter', 'queryStartTime', '$skipToken'],
    apiVersion: '2025-05-01',
    isCached: true,
  },
  fetchHealthEventDetails: {
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
    query: [],
    apiVersion: '2025-05-01',
  },
  createOrReplaceStreamingJob: {
    method: 'PUT',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    query: [],
    apiVersion: '2020-03-01',
  },
  updateStreamingJob: {
    method: 'PATCH',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    query: [],
    apiVersion: '2020-03-01',
  },
  getStreamingJob: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    query: ['$expand'],
    apiVersion: '2020-03-01',
  },
  deleteStreamingJob: {
    method: 'DELETE',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    query: [],
    apiVersion: '2020-03-01',
  },
  listStreamingJobs: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs',
    query: ['$expand', '$skipToken'],
    apiVersion: '2020-03-01',
  },
  listSubscriptionStreamingJobs: {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.StreamAnalytics/streamingjobs',
    query: ['$expand', '$skipToken'],
    apiVersion: '2020-03-01',
  },
  startStreamingJob: {
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/start',
    query: [],
    apiVersion: '2020-03-01',
  },
  stopStreamingJob: {
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/stop',
    query: [],
    apiVersion: '2020-03-01',
  },
  searchRestorePoints: { method: 'POST', path: '/solutions/backupRestore/restorePoints/search', query: [] },
  listRestoreSessions: {
    method: 'GET',
    path: '/solutions/backupRestore/restoreSessions',
    query: ['$top', '$skipToken'],
  },
  deleteRestoreSession: {
    method: 'DELETE',
    path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
    query: [],
  },
  getRestoreSession: {
    method: 'GET',
    path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
    query: [],
  },
  authorizeModelCopy: {
    method: 'POST',
    path: '/vendor-docs/documentModels:authorizeCopy',
    query: [],
    apiVersion: '2024-11-30',
  },
  listCompanies: { method: 'GET', path: '/companies', query: ['$skipToken'] },
  listCustomers: {
    method: 'GET',
    path: '/companies({companyId})/customers',
    query: ['$filter', '$schemaversion', '$orderby', '$top', '$skip', '$count', '$select', '$expand', '$skipToken'],
  },
  getCustomer: { method: 'GET', path: '/companies({companyId})/customers({customerId})', query: ['$expand'] },
  listItems: {
    method: 'GET',
    path: '/companies({companyId})/items',
    query: ['$filter', '$schemaversion', '$orderby', '$top', '$skip', '$count', '$select', '$expand', '$skipToken'],
  },
  getItem: { method: 'GET', path: '/companies({companyId})/items({itemId})', query: [] },
  getOperation: { method: 'GET', path: '/operations/{operationId}', query: [] },
} as const;

/** What the live cloud has before a path, by its first segment. */
export const PREFIXES: Readonly<Record<string, string>> = { solutions: '/v1.0', companies: '/v2.0' };

export type ApiVersion =
  | 'latest'
  | '2025-03-01-preview'
  | '2024-10-01-preview'
  | '2024-06-01-preview'
  | '2024-05-01'
  | '2023-09-01-preview'
  | '2023-05-01-preview'
  | '2023-03-01-preview'
  | '2022-09-01-preview'
  | '2022-08-01'
  | '2022-04-01-preview'
  | '2021-12-01-preview'
  | '2021-08-01'
  | '2021-04-01-preview'
  | '2021-01-01-preview'
  | '2020-12-01'
  | '2020-06-01-preview'
  | '2019-12-01'
  | '2019-12-01-preview'
  | '2019-01-01'
  | '2018-06-01-preview'
  | '2018-01-01'
  | '2017-03-01';
