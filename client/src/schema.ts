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

/** What to log of the messages to and from an API, and where. */
export interface ApiDiagnostic {
  /** Fully qualified resource id. */
  id: string;
  /** Resource name. */
  name: string;
  /** Resource type. */
  type?: string | null;
  properties: ApiDiagnosticProperties;
}

export interface ApiDiagnosticChangePropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: 'allErrors' | null;
  sampling?: ApiDiagnosticChangePropertiesSamplingRequest | null;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: 'Legacy' | 'None' | 'W3C' | null;
  /** Level of the traces that trace policies emit. */
  verbosity?: 'error' | 'information' | 'verbose' | null;
  logClientIp?: boolean | null;
  metrics?: boolean | null;
  operationNameFormat?: string | null;
}

export interface ApiDiagnosticChangePropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null;
  samplingType?: 'fixed' | null;
}

/** The diagnostic settings that change. */
export interface ApiDiagnosticChangeRequest {
  properties: ApiDiagnosticChangePropertiesRequest;
}

/** A page of diagnostic settings. */
export interface ApiDiagnosticList {
  value: Array<ApiDiagnostic>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null;
}

export interface ApiDiagnosticProperties {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null;
  sampling?: ApiDiagnosticPropertiesSampling | null;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettings | null;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettings | null;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null;
  logClientIp?: boolean | null;
  metrics?: boolean | null;
  operationNameFormat?: string | null;
}

export interface ApiDiagnosticPropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId: string;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: 'allErrors' | null;
  sampling?: ApiDiagnosticPropertiesSamplingRequest | null;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null;
  /** Whether correlation headers of incoming requests are processed. Default: true. */
  enableHttpCorrelationHeaders?: boolean | null;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: 'Legacy' | 'None' | 'W3C' | null;
  /** Level of the traces that trace policies emit. */
  verbosity?: 'error' | 'information' | 'verbose' | null;
  logClientIp?: boolean | null;
  metrics?: boolean | null;
  operationNameFormat?: string | null;
}

export interface ApiDiagnosticPropertiesSampling {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null;
  samplingType?: string | null;
}

export interface ApiDiagnosticPropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null;
  samplingType?: 'fixed' | null;
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
  code?: string | null;
  message?: string | null;
  target?: string | null;
  details?: Array<ArmErrorDetail> | null;
  additionalInfo?: Array<ArmErrorDetailAdditionalInfo> | null;
}

export interface ArmErrorDetailAdditionalInfo {
  type?: string | null;
  info?: Record<string, unknown> | null;
}

/** A connection to an external OAuth 2.0 identity. */
export interface Authorization {
  /** Fully qualified resource id. */
  id: string;
  /** Resource name: the authorization id. */
  name: string;
  /** Resource type. */
  type?: string | null;
  properties: AuthorizationProperties;
}

/** A page of authorizations. */
export interface AuthorizationList {
  value: Array<Authorization>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null;
}

export interface AuthorizationProperties {
  authorizationType?: string | null;
  oauth2grantType?: string | null;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null;
  /** Status of the authorization. */
  status?: string | null;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesError | null;
}

export interface AuthorizationPropertiesError {
  code?: string | null;
  message?: string | null;
}

export interface AuthorizationPropertiesErrorRequest {
  code?: string | null;
  message?: string | null;
}

export interface AuthorizationPropertiesRequest {
  authorizationType?: 'OAuth2' | null;
  oauth2grantType?: 'AuthorizationCode' | 'ClientCredentials' | null;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null;
  /** Status of the authorization. */
  status?: string | null;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesErrorRequest | null;
}

/** A connection to an external OAuth 2.0 identity. */
export interface AuthorizationRequest {
  properties?: AuthorizationPropertiesRequest | null;
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
  details?: Array<ErrorDetail> | null;
  innerError?: BackupRestoreErrorDetailInnerError | null;
}

export interface BackupRestoreErrorDetailInnerError {
  date?: string | null;
  'request-id'?: string | null;
  'client-request-id'?: string | null;
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
  headers?: Record<string, string> | null;
  /** JSON, with the header `Content-Type: application/json`. */
  body?: unknown;
  /** Not supported: a part that depends on another is refused. */
  dependsOn?: Array<string> | null;
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
  properties?: BlobOutputProperties | null;
}

export interface BlobOutputProperties {
  storageAccounts?: Array<BlobOutputPropertiesStorageAccount> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
  blobPathPrefix?: string | null;
}

export interface BlobOutputPropertiesRequest {
  storageAccounts?: Array<BlobOutputPropertiesStorageAccountRequest> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
  blobPathPrefix?: string | null;
}

export interface BlobOutputPropertiesStorageAccount {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobOutputPropertiesStorageAccountRequest {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobOutputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobOutputPropertiesRequest | null;
}

export interface BlobReferenceInput {
  type: 'Vendor.Storage/Blob';
  properties?: BlobReferenceInputProperties | null;
}

export interface BlobReferenceInputProperties {
  storageAccounts?: Array<BlobReferenceInputPropertiesStorageAccount> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
}

export interface BlobReferenceInputPropertiesRequest {
  storageAccounts?: Array<BlobReferenceInputPropertiesStorageAccountRequest> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
}

export interface BlobReferenceInputPropertiesStorageAccount {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobReferenceInputPropertiesStorageAccountRequest {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobReferenceInputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobReferenceInputPropertiesRequest | null;
}

export interface BlobStreamInput {
  type: 'Vendor.Storage/Blob';
  properties?: BlobStreamInputProperties | null;
}

export interface BlobStreamInputProperties {
  storageAccounts?: Array<BlobStreamInputPropertiesStorageAccount> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
  sourcePartitionCount?: number | null;
}

export interface BlobStreamInputPropertiesRequest {
  storageAccounts?: Array<BlobStreamInputPropertiesStorageAccountRequest> | null;
  container?: string | null;
  pathPattern?: string | null;
  dateFormat?: string | null;
  timeFormat?: string | null;
  authenticationMode?: string | null;
  sourcePartitionCount?: number | null;
}

export interface BlobStreamInputPropertiesStorageAccount {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobStreamInputPropertiesStorageAccountRequest {
  accountName?: string | null;
  accountKey?: string | null;
}

export interface BlobStreamInputRequest {
  type: 'Vendor.Storage/Blob';
  properties?: BlobStreamInputPropertiesRequest | null;
}

/** Error of the business-data reads. */
export interface BusinessDataError {
  error: BusinessDataErrorDetail;
}

export interface BusinessDataErrorDetail {
  code: string;
  message: string;
  details?: Array<ErrorDetail> | null;
}

export interface Company {
  '@odata.etag'?: string | null;
  id: string;
  name?: string | null;
  displayName?: string | null;
  systemVersion?: string | null;
  /** A 64-bit integer. */
  timestamp?: number | null;
  businessProfileId?: string | null;
  systemCreatedAt?: string | null;
  systemCreatedBy?: string | null;
  systemModifiedAt?: string | null;
  systemModifiedBy?: string | null;
}

/** The companies that the caller may access. */
export interface CompanyList {
  value: Array<Company>;
  '@odata.nextLink'?: string | null;
}

/** Proof that the caller is the one who signed in. */
export interface ConsentCodeRequest {
  /** The code that was handed over after the consent; it counts once. */
  consentCode?: string | null;
}

export interface CsvSerialization {
  type: 'Csv';
  properties?: CsvSerializationProperties | null;
}

export interface CsvSerializationProperties {
  fieldDelimiter?: string | null;
  /** Encoding of input data or of written output data. */
  encoding?: string | null;
}

export interface CsvSerializationPropertiesRequest {
  fieldDelimiter?: string | null;
  /** Encoding of input data or of written output data. */
  encoding?: string | null;
}

export interface CsvSerializationRequest {
  type: 'Csv';
  properties?: CsvSerializationPropertiesRequest | null;
}

export interface Currency {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
  symbol?: string | null;
  amountDecimalPlaces?: string | null;
  amountRoundingPrecision?: number | null;
}

/** A customer of a company, with the requested relations. */
export interface Customer {
  '@odata.etag'?: string | null;
  id: string;
  number?: string | null;
  displayName?: string | null;
  type?: string | null;
  addressLine1?: string | null;
  addressLine2?: string | null;
  city?: string | null;
  state?: string | null;
  country?: string | null;
  postalCode?: string | null;
  phoneNumber?: string | null;
  email?: string | null;
  website?: string | null;
  taxLiable?: boolean | null;
  taxAreaId?: string | null;
  taxAreaDisplayName?: string | null;
  taxRegistrationNumber?: string | null;
  currencyId?: string | null;
  currencyCode?: string | null;
  paymentTermsId?: string | null;
  shipmentMethodId?: string | null;
  paymentMethodId?: string | null;
  /** A single space when the customer is not blocked. */
  blocked?: string | null;
  lastModifiedDateTime?: string | null;
  customerFinancialDetails?: CustomerFinancialDetails | null;
  picture?: Picture | null;
  defaultDimensions?: Array<DefaultDimension> | null;
  currency?: Currency | null;
  paymentTerm?: PaymentTerm | null;
  shipmentMethod?: ShipmentMethod | null;
  paymentMethod?: PaymentMethod | null;
}

export interface CustomerFinancialDetails {
  id?: string | null;
  number?: string | null;
  balance?: number | null;
  totalSalesExcludingTax?: number | null;
  overdueAmount?: number | null;
}

/** Customers of a company, with the requested members and relations. */
export interface CustomerList {
  value: Array<ListedCustomer>;
  '@odata.nextLink'?: string | null;
}

export interface DashboardOutput {
  type: 'BiDashboard';
  properties?: DashboardOutputProperties | null;
}

export interface DashboardOutputProperties {
  dataset?: string | null;
  table?: string | null;
  /** Required unless authenticationMode is Msi. */
  refreshToken?: string | null;
  groupId?: string | null;
  groupName?: string | null;
  tokenUserDisplayName?: string | null;
  tokenUserPrincipalName?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
}

export interface DashboardOutputPropertiesRequest {
  dataset: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  refreshToken?: string | null;
  groupId?: string | null;
  groupName?: string | null;
  tokenUserDisplayName?: string | null;
  tokenUserPrincipalName?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
}

export interface DashboardOutputRequest {
  type: 'BiDashboard';
  properties: DashboardOutputPropertiesRequest;
}

export interface DataLakeOutput {
  type: 'Vendor.DataLake/Accounts';
  properties?: DataLakeOutputProperties | null;
}

export interface DataLakeOutputProperties {
  accountName?: string | null;
  filePathPrefix?: string | null;
  tenantId?: string | null;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null;
  tokenUserDisplayName?: string | null;
  tokenUserPrincipalName?: string | null;
}

export interface DataLakeOutputPropertiesRequest {
  accountName: string;
  filePathPrefix: string;
  tenantId: string;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null;
  tokenUserDisplayName?: string | null;
  tokenUserPrincipalName?: string | null;
}

export interface DataLakeOutputRequest {
  type: 'Vendor.DataLake/Accounts';
  properties: DataLakeOutputPropertiesRequest;
}

export interface DefaultDimension {
  dimensionId?: string | null;
  dimensionCode?: string | null;
  dimensionValueId?: string | null;
  dimensionValueCode?: string | null;
}

export interface DocumentDbOutput {
  type: 'Vendor.Storage/DocumentDB';
  properties?: DocumentDbOutputProperties | null;
}

export interface DocumentDbOutputProperties {
  accountId?: string | null;
  accountKey?: string | null;
  database?: string | null;
  collectionNamePattern?: string | null;
  partitionKey?: string | null;
  documentId?: string | null;
}

export interface DocumentDbOutputPropertiesRequest {
  accountId?: string | null;
  accountKey?: string | null;
  database?: string | null;
  collectionNamePattern?: string | null;
  partitionKey?: string | null;
  documentId?: string | null;
}

export interface DocumentDbOutputRequest {
  type: 'Vendor.Storage/DocumentDB';
  properties?: DocumentDbOutputPropertiesRequest | null;
}

/** Error of the document-model service. */
export interface DocumentModelError {
  error: DocumentModelErrorDetail;
}

export interface DocumentModelErrorDetail {
  code?: string | null;
  message?: string | null;
  target?: string | null;
  details?: Array<DocumentModelErrorDetail> | null;
  innererror?: DocumentModelInnerError | null;
}

export interface DocumentModelInnerError {
  code?: string | null;
  message?: string | null;
  innererror?: DocumentModelInnerError | null;
}

export interface ErrorDetail {
  code?: string | null;
  message?: string | null;
  target?: string | null;
  details?: Array<ErrorDetail> | null;
}

export interface EventHubOutput {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubOutputProperties | null;
}

export interface EventHubOutputProperties {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  partitionKey?: string | null;
  propertyColumns?: Array<string> | null;
}

export interface EventHubOutputPropertiesRequest {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  partitionKey?: string | null;
  propertyColumns?: Array<string> | null;
}

export interface EventHubOutputRequest {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubOutputPropertiesRequest | null;
}

export interface EventHubStreamInput {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubStreamInputProperties | null;
}

export interface EventHubStreamInputProperties {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  consumerGroupName?: string | null;
}

export interface EventHubStreamInputPropertiesRequest {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  consumerGroupName?: string | null;
}

export interface EventHubStreamInputRequest {
  type: 'Vendor.ServiceBus/EventHub';
  properties?: EventHubStreamInputPropertiesRequest | null;
}

export interface EventHubV2Output {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2OutputProperties | null;
}

export interface EventHubV2OutputProperties {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  partitionKey?: string | null;
  propertyColumns?: Array<string> | null;
}

export interface EventHubV2OutputPropertiesRequest {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  partitionKey?: string | null;
  propertyColumns?: Array<string> | null;
}

export interface EventHubV2OutputRequest {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2OutputPropertiesRequest | null;
}

export interface EventHubV2StreamInput {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2StreamInputProperties | null;
}

export interface EventHubV2StreamInputProperties {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  consumerGroupName?: string | null;
}

export interface EventHubV2StreamInputPropertiesRequest {
  serviceBusNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  eventHubName?: string | null;
  consumerGroupName?: string | null;
}

export interface EventHubV2StreamInputRequest {
  type: 'Vendor.EventHub/EventHub';
  properties?: EventHubV2StreamInputPropertiesRequest | null;
}

export interface FileReferenceInput {
  type: 'File';
  properties?: FileReferenceInputProperties | null;
}

export interface FileReferenceInputProperties {
  path?: string | null;
}

export interface FileReferenceInputPropertiesRequest {
  path?: string | null;
}

export interface FileReferenceInputRequest {
  type: 'File';
  properties?: FileReferenceInputPropertiesRequest | null;
}

export interface FunctionAppOutput {
  type: 'Vendor.FunctionApp';
  properties?: FunctionAppOutputProperties | null;
}

export interface FunctionAppOutputProperties {
  functionAppName?: string | null;
  functionName?: string | null;
  /** For a function in another subscription. */
  apiKey?: string | null;
  /** Default: 100. */
  maxBatchCount?: number | null;
  /** Bytes. Default: 262144. */
  maxBatchSize?: number | null;
}

export interface FunctionAppOutputPropertiesRequest {
  functionAppName?: string | null;
  functionName?: string | null;
  /** For a function in another subscription. */
  apiKey?: string | null;
  /** Default: 100. */
  maxBatchCount?: number | null;
  /** Bytes. Default: 262144. */
  maxBatchSize?: number | null;
}

export interface FunctionAppOutputRequest {
  type: 'Vendor.FunctionApp';
  properties?: FunctionAppOutputPropertiesRequest | null;
}

export interface GatewayMessageBusOutput {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusOutputProperties | null;
}

export interface GatewayMessageBusOutputProperties {
  topic?: string | null;
}

export interface GatewayMessageBusOutputPropertiesRequest {
  topic?: string | null;
}

export interface GatewayMessageBusOutputRequest {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusOutputPropertiesRequest | null;
}

export interface GatewayMessageBusStreamInput {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusStreamInputProperties | null;
}

export interface GatewayMessageBusStreamInputProperties {
  topic?: string | null;
}

export interface GatewayMessageBusStreamInputPropertiesRequest {
  topic?: string | null;
}

export interface GatewayMessageBusStreamInputRequest {
  type: 'GatewayMessageBus';
  properties?: GatewayMessageBusStreamInputPropertiesRequest | null;
}

/** A service issue, a planned maintenance or an advisory. */
export interface HealthEvent {
  /** Fully qualified resource id. */
  id: string;
  /** Tracking id. */
  name: string;
  /** Resource type. */
  type?: string | null;
  systemData?: SystemData | null;
  properties: HealthEventProperties;
}

/** Error of the health-event list. */
export interface HealthEventError {
  code: string;
  message: string;
  details?: string | null;
}

export interface HealthEventImpact {
  impactedService?: string | null;
  /** Permanent identifier of the service. */
  impactedServiceGuid?: string | null;
  impactedRegions?: Array<HealthEventRegion> | null;
}

export interface HealthEventLink {
  type?: string | null;
  displayText?: HealthEventLinkDisplayText | null;
  extensionName?: string | null;
  bladeName?: string | null;
  parameters?: Record<string, unknown> | null;
}

export interface HealthEventLinkDisplayText {
  value?: string | null;
  localizedValue?: string | null;
}

/** A page of health events. */
export interface HealthEventList {
  value: Array<HealthEvent>;
  /** URL of the next page. */
  nextLink?: string | null;
}

export interface HealthEventProperties {
  eventType?: string | null;
  eventSubType?: string | null;
  eventSource?: string | null;
  status?: string | null;
  eventLevel?: string | null;
  /** Level of insight. */
  level?: string | null;
  eventTags?: Array<string> | null;
  /** Whether the event may have data that only a details operation returns. */
  isEventSensitive?: boolean | null;
  /** Whether it is a high-incident-rate event. */
  isHIR?: boolean | null;
  /** Stage of the high-incident-rate document. */
  hirStage?: string | null;
  /** Whether the platform initiated it. */
  platformInitiated?: boolean | null;
  /** 0 is the highest. */
  priority?: number | null;
  title?: string | null;
  /** Absent for sensitive events. */
  summary?: string | null;
  /** Summary, root cause and other details. Absent for sensitive events. */
  description?: string | null;
  header?: string | null;
  article?: HealthEventPropertiesArticle | null;
  links?: Array<HealthEventLink> | null;
  recommendedActions?: HealthEventPropertiesRecommendedActions | null;
  faqs?: Array<HealthEventPropertiesFaq> | null;
  additionalInformation?: HealthEventPropertiesAdditionalInformation | null;
  /** Whether vendor support is offered for this event. */
  enableMicrosoftSupport?: boolean | null;
  /** Whether chat is offered for this event. */
  enableChatWithUs?: boolean | null;
  impact?: Array<HealthEventImpact> | null;
  impactStartTime?: string | null;
  impactMitigationTime?: string | null;
  lastUpdateTime?: string | null;
  /** Seconds. */
  duration?: number | null;
  impactType?: string | null;
  externalIncidentId?: string | null;
  reason?: string | null;
  billingId?: string | null;
  currencyType?: string | null;
  oldRate?: number | null;
  newRate?: number | null;
}

export interface HealthEventPropertiesAdditionalInformation {
  message?: string | null;
}

export interface HealthEventPropertiesArticle {
  articleContent?: string | null;
  articleId?: string | null;
  parameters?: Record<string, unknown> | null;
}

export interface HealthEventPropertiesFaq {
  question?: string | null;
  answer?: string | null;
  localeCode?: string | null;
}

export interface HealthEventPropertiesRecommendedActions {
  /** Title of the recommended actions. */
  message?: string | null;
  actions?: Array<HealthEventPropertiesRecommendedActionsDetail> | null;
  localeCode?: string | null;
}

export interface HealthEventPropertiesRecommendedActionsDetail {
  groupId?: number | null;
  actionText?: string | null;
}

export interface HealthEventRegion {
  impactedRegion?: string | null;
  status?: string | null;
  impactedSubscriptions?: Array<string> | null;
  impactedTenants?: Array<string> | null;
  lastUpdateTime?: string | null;
  /** Absent for sensitive events. */
  updates?: Array<HealthEventRegionUpdate> | null;
}

export interface HealthEventRegionUpdate {
  summary?: string | null;
  updateDateTime?: string | null;
  eventTags?: Array<string> | null;
}

export interface HttpMessageSettings {
  body?: HttpMessageSettingsBody | null;
  /** Names of the headers to log. */
  headers?: Array<string> | null;
}

export interface HttpMessageSettingsBody {
  /** Number of body bytes to log. */
  bytes?: number | null;
}

export interface HttpMessageSettingsBodyRequest {
  /** Number of body bytes to log. */
  bytes?: number | null;
}

export interface HttpMessageSettingsRequest {
  body?: HttpMessageSettingsBodyRequest | null;
  /** Names of the headers to log. */
  headers?: Array<string> | null;
}

export interface IdentitySet {
  application?: IdentitySetApplication | null;
  user?: IdentitySetUser | null;
}

export interface IdentitySetApplication {
  id?: string | null;
  displayName?: string | null;
}

export interface IdentitySetUser {
  id?: string | null;
  displayName?: string | null;
}

export interface IotHubStreamInput {
  type: 'Vendor.Devices/IotHubs';
  properties?: IotHubStreamInputProperties | null;
}

export interface IotHubStreamInputProperties {
  iotHubNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  consumerGroupName?: string | null;
  endpoint?: string | null;
}

export interface IotHubStreamInputPropertiesRequest {
  iotHubNamespace?: string | null;
  sharedAccessPolicyName?: string | null;
  sharedAccessPolicyKey?: string | null;
  consumerGroupName?: string | null;
  endpoint?: string | null;
}

export interface IotHubStreamInputRequest {
  type: 'Vendor.Devices/IotHubs';
  properties?: IotHubStreamInputPropertiesRequest | null;
}

/** An item of a company. */
export interface Item {
  '@odata.etag'?: string | null;
  id: string;
  number?: string | null;
  displayName?: string | null;
  type?: string | null;
  itemCategoryId?: string | null;
  itemCategoryCode?: string | null;
  blocked?: boolean | null;
  gtin?: string | null;
  inventory?: number | null;
  unitPrice?: number | null;
  priceIncludesTax?: boolean | null;
  unitCost?: number | null;
  taxGroupId?: string | null;
  taxGroupCode?: string | null;
  baseUnitOfMeasureId?: string | null;
  baseUnitOfMeasureCode?: string | null;
  lastModifiedDateTime?: string | null;
}

export interface ItemCategory {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
}

/** Items of a company, with the requested members and relations. */
export interface ItemList {
  value: Array<ListedItem>;
  '@odata.nextLink'?: string | null;
}

export interface JavaScriptBinding {
  type: 'Vendor.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingProperties | null;
}

export interface JavaScriptBindingProperties {
  script?: string | null;
}

export interface JavaScriptBindingPropertiesRequest {
  script?: string | null;
}

export interface JavaScriptBindingRequest {
  type: 'Vendor.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingPropertiesRequest | null;
}

export interface JsonSerialization {
  type: 'Json';
  properties?: JsonSerializationProperties | null;
}

export interface JsonSerializationProperties {
  /** Encoding of input data or of written output data. */
  encoding?: string | null;
  /** One JSON object per line, or an array of objects. */
  format?: string | null;
}

export interface JsonSerializationPropertiesRequest {
  /** Encoding of input data or of written output data. */
  encoding?: string | null;
  /** One JSON object per line, or an array of objects. */
  format?: 'lineSeparated' | 'array' | null;
}

export interface JsonSerializationRequest {
  type: 'Json';
  properties?: JsonSerializationPropertiesRequest | null;
}

export interface ListedCustomer {
  '@odata.etag'?: string | null;
  id?: string | null;
  number?: string | null;
  displayName?: string | null;
  type?: string | null;
  addressLine1?: string | null;
  addressLine2?: string | null;
  city?: string | null;
  state?: string | null;
  country?: string | null;
  postalCode?: string | null;
  phoneNumber?: string | null;
  email?: string | null;
  website?: string | null;
  taxLiable?: boolean | null;
  taxAreaId?: string | null;
  taxAreaDisplayName?: string | null;
  taxRegistrationNumber?: string | null;
  currencyId?: string | null;
  currencyCode?: string | null;
  paymentTermsId?: string | null;
  shipmentMethodId?: string | null;
  paymentMethodId?: string | null;
  /** A single space when the customer is not blocked. */
  blocked?: string | null;
  lastModifiedDateTime?: string | null;
  customerFinancialDetails?: CustomerFinancialDetails | null;
  picture?: Picture | null;
  defaultDimensions?: Array<DefaultDimension> | null;
  currency?: Currency | null;
  paymentTerm?: PaymentTerm | null;
  shipmentMethod?: ShipmentMethod | null;
  paymentMethod?: PaymentMethod | null;
}

export interface ListedItem {
  '@odata.etag'?: string | null;
  id?: string | null;
  number?: string | null;
  displayName?: string | null;
  type?: string | null;
  itemCategoryId?: string | null;
  itemCategoryCode?: string | null;
  blocked?: boolean | null;
  gtin?: string | null;
  inventory?: number | null;
  unitPrice?: number | null;
  priceIncludesTax?: boolean | null;
  unitCost?: number | null;
  taxGroupId?: string | null;
  taxGroupCode?: string | null;
  baseUnitOfMeasureId?: string | null;
  baseUnitOfMeasureCode?: string | null;
  lastModifiedDateTime?: string | null;
  picture?: Picture | null;
  defaultDimensions?: Array<DefaultDimension> | null;
  itemCategory?: ItemCategory | null;
  unitOfMeasure?: UnitOfMeasure | null;
}

/** Where to sign in. */
export interface LoginLinks {
  /** Opens the sign-in. Whoever has it can give the consent. */
  loginLink?: string | null;
}

/** How to sign in. */
export interface LoginLinksRequest {
  /** Where the browser goes after the sign-in. */
  postLoginRedirectUrl?: string | null;
}

export interface MachineLearningBinding {
  type: 'Vendor.MachineLearning/WebService';
  properties?: MachineLearningBindingProperties | null;
}

export interface MachineLearningBindingProperties {
  /** Request-response execute endpoint. */
  endpoint?: string | null;
  apiKey?: string | null;
  /** Maximum rows per request. Default: 1000. */
  batchSize?: number | null;
  inputs?: MachineLearningBindingPropertiesInputs | null;
  outputs?: Array<MachineLearningBindingPropertiesOutput> | null;
}

export interface MachineLearningBindingPropertiesInputs {
  name?: string | null;
  columnNames?: Array<MachineLearningBindingPropertiesInputsColumnName> | null;
}

export interface MachineLearningBindingPropertiesInputsColumnName {
  name?: string | null;
  dataType?: string | null;
  /** Zero-based index of the function parameter. */
  mapTo?: number | null;
}

export interface MachineLearningBindingPropertiesInputsColumnNameRequest {
  name?: string | null;
  dataType?: string | null;
  /** Zero-based index of the function parameter. */
  mapTo?: number | null;
}

export interface MachineLearningBindingPropertiesInputsRequest {
  name?: string | null;
  columnNames?: Array<MachineLearningBindingPropertiesInputsColumnNameRequest> | null;
}

export interface MachineLearningBindingPropertiesOutput {
  name?: string | null;
  dataType?: string | null;
}

export interface MachineLearningBindingPropertiesOutputRequest {
  name?: string | null;
  dataType?: string | null;
}

export interface MachineLearningBindingPropertiesRequest {
  /** Request-response execute endpoint. */
  endpoint?: string | null;
  apiKey?: string | null;
  /** Maximum rows per request. Default: 1000. */
  batchSize?: number | null;
  inputs?: MachineLearningBindingPropertiesInputsRequest | null;
  outputs?: Array<MachineLearningBindingPropertiesOutputRequest> | null;
}

export interface MachineLearningBindingRequest {
  type: 'Vendor.MachineLearning/WebService';
  properties?: MachineLearningBindingPropertiesRequest | null;
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
  description?: string | null;
  /** Names and values that tag the model. */
  tags?: Record<string, unknown> | null;
}

export interface ParquetSerialization {
  type: 'Parquet';
}

export interface ParquetSerializationRequest {
  type: 'Parquet';
}

export interface PaymentMethod {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
}

export interface PaymentTerm {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
  dueDateCalculation?: string | null;
  discountDateCalculation?: string | null;
  discountPercent?: number | null;
  calculateDiscountOnCreditMemos?: boolean | null;
}

export interface Picture {
  id?: string | null;
  parentType?: string | null;
  contentType?: string | null;
  width?: number | null;
  height?: number | null;
}

export interface PipelineSettings {
  request?: HttpMessageSettings | null;
  response?: HttpMessageSettings | null;
}

export interface PipelineSettingsRequest {
  request?: HttpMessageSettingsRequest | null;
  response?: HttpMessageSettingsRequest | null;
}

export interface ProtectionUnit {
  '@odata.type'?: string | null;
  id?: string | null;
  siteId?: string | null;
  policyId?: string | null;
}

export interface QueueOutput {
  type: 'Vendor.ServiceBus/Queue';
  properties?: QueueOutputProperties | null;
}

export interface QueueOutputProperties {
  queueName?: string | null;
  serviceBusNamespace?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null;
}

export interface QueueOutputPropertiesRequest {
  queueName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null;
}

export interface QueueOutputRequest {
  type: 'Vendor.ServiceBus/Queue';
  properties: QueueOutputPropertiesRequest;
}

export interface RestorePoint {
  '@odata.type'?: string | null;
  id?: string | null;
  protectionDateTime?: string | null;
  expirationDateTime?: string | null;
  protectionUnit?: ProtectionUnit | null;
  tags?: string | null;
}

export interface RestorePointSearchArtifactQueryRequest {
  /** A query such as Sender -eq 'a@example.com' -and HasAttachment -eq 'true'. */
  queryExpression?: string | null;
  artifactType?: string | null;
}

export interface RestorePointSearchProtectionTimePeriodRequest {
  startDateTime: string;
  endDateTime?: string | null;
}

/** Which restore points to look for. `protectionUnitIds` must have one element when artifactQuery.queryExpression is given. `protectionTimePeriod.endDateTime` must not be before startDateTime. */
export interface RestorePointSearchRequest {
  /** Ids of protection units. */
  protectionUnitIds: Array<string>;
  protectionTimePeriod: RestorePointSearchProtectionTimePeriodRequest;
  /** The latest or the oldest restore point of the period. */
  restorePointPreference?: 'latest' | 'oldest' | null;
  /** Restore point type. */
  tags?: 'none' | 'fastRestore' | 'unknownFutureValue' | null;
  artifactQuery?: RestorePointSearchArtifactQueryRequest | null;
}

/** At most five restore points. */
export interface RestorePointSearchResult {
  /** Context URL. */
  '@odata.context'?: string | null;
  searchResponseId?: string | null;
  searchResults: Array<RestorePointSearchResultSearchResult>;
  /** Requested units for which no restore point was found. */
  noResultProtectionUnitIds?: Array<string> | null;
}

export interface RestorePointSearchResultSearchResult {
  /** Present if artifactQuery was used. */
  artifactHitCount?: number | null;
  restorePoint: RestorePoint;
}

/** The restoration of sites, mailboxes or drives. */
export interface RestoreSession {
  /** Kind of the session: of a site, a mailbox or a drive. */
  '@odata.type'?: string | null;
  id?: string | null;
  status?: string | null;
  createdBy?: IdentitySet | null;
  createdDateTime?: string | null;
  completedDateTime?: string | null;
  lastModifiedBy?: IdentitySet | null;
  lastModifiedDateTime?: string | null;
  error?: RestoreSessionError | null;
}

export interface RestoreSessionError {
  code?: string | null;
  message?: string | null;
}

/** Restore sessions of every kind. */
export interface RestoreSessionList {
  value: Array<RestoreSession>;
  '@odata.nextLink'?: string | null;
}

export interface ShipmentMethod {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
}

export interface SqlDataWarehouseOutput {
  type: 'Vendor.Sql/Server/DataWarehouse';
  properties?: SqlDataWarehouseOutputProperties | null;
}

export interface SqlDataWarehouseOutputProperties {
  server?: string | null;
  database?: string | null;
  table?: string | null;
  /** Required unless authenticationMode is Msi. */
  user?: string | null;
  /** Required unless authenticationMode is Msi. */
  password?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
}

export interface SqlDataWarehouseOutputPropertiesRequest {
  server: string;
  database: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  user?: string | null;
  /** Required unless authenticationMode is Msi. */
  password?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
}

export interface SqlDataWarehouseOutputRequest {
  type: 'Vendor.Sql/Server/DataWarehouse';
  properties: SqlDataWarehouseOutputPropertiesRequest;
}

export interface SqlDatabaseOutput {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlDatabaseOutputProperties | null;
}

export interface SqlDatabaseOutputProperties {
  server?: string | null;
  database?: string | null;
  table?: string | null;
  /** Required unless authenticationMode is Msi. */
  user?: string | null;
  /** Required unless authenticationMode is Msi. */
  password?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
  /** Default: 10000. */
  maxBatchCount?: number | null;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: number | null;
}

export interface SqlDatabaseOutputPropertiesRequest {
  server: string;
  database: string;
  table: string;
  /** Required unless authenticationMode is Msi. */
  user?: string | null;
  /** Required unless authenticationMode is Msi. */
  password?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
  /** Default: 10000. */
  maxBatchCount?: number | null;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: 0 | 1 | null;
}

export interface SqlDatabaseOutputRequest {
  type: 'Vendor.Sql/Server/Database';
  properties: SqlDatabaseOutputPropertiesRequest;
}

export interface SqlReferenceInput {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlReferenceInputProperties | null;
}

export interface SqlReferenceInputProperties {
  server?: string | null;
  database?: string | null;
  table?: string | null;
  user?: string | null;
  password?: string | null;
  fullSnapshotQuery?: string | null;
  /** Fetches incremental changes. */
  deltaSnapshotQuery?: string | null;
  /** How often the data is fetched. */
  refreshRate?: string | null;
  refreshType?: string | null;
}

export interface SqlReferenceInputPropertiesRequest {
  server?: string | null;
  database?: string | null;
  table?: string | null;
  user?: string | null;
  password?: string | null;
  fullSnapshotQuery?: string | null;
  /** Fetches incremental changes. */
  deltaSnapshotQuery?: string | null;
  /** How often the data is fetched. */
  refreshRate?: string | null;
  refreshType?: 'Static' | 'RefreshPeriodicallyWithFull' | 'RefreshPeriodicallyWithDelta' | null;
}

export interface SqlReferenceInputRequest {
  type: 'Vendor.Sql/Server/Database';
  properties?: SqlReferenceInputPropertiesRequest | null;
}

export interface StreamingAggregateFunction {
  type: 'Aggregate';
  etag?: string | null;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingAggregateFunctionInput> | null;
  output?: StreamingAggregateFunctionOutput | null;
  properties?: StreamingAggregateFunctionProperties | null;
}

export interface StreamingAggregateFunctionInput {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingAggregateFunctionInputRequest {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingAggregateFunctionOutput {
  dataType?: string | null;
}

export interface StreamingAggregateFunctionOutputRequest {
  dataType?: string | null;
}

export interface StreamingAggregateFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingAggregateFunctionPropertiesInput> | null;
  output?: StreamingAggregateFunctionPropertiesOutput | null;
}

export interface StreamingAggregateFunctionPropertiesInput {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingAggregateFunctionPropertiesInputRequest {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingAggregateFunctionPropertiesOutput {
  dataType?: string | null;
}

export interface StreamingAggregateFunctionPropertiesOutputRequest {
  dataType?: string | null;
}

export interface StreamingAggregateFunctionPropertiesRequest {
  binding?: MachineLearningBindingRequest | JavaScriptBindingRequest | { type: string } | null;
  inputs?: Array<StreamingAggregateFunctionPropertiesInputRequest> | null;
  output?: StreamingAggregateFunctionPropertiesOutputRequest | null;
}

export interface StreamingAggregateFunctionRequest {
  type: 'Aggregate';
  binding?: MachineLearningBindingRequest | JavaScriptBindingRequest | { type: string } | null;
  inputs?: Array<StreamingAggregateFunctionInputRequest> | null;
  output?: StreamingAggregateFunctionOutputRequest | null;
  properties?: StreamingAggregateFunctionPropertiesRequest | null;
}

export interface StreamingFunction {
  /** Resource id. */
  id?: string | null;
  /** Resource name. */
  name?: string | null;
  /** Resource type. */
  type?: string | null;
  properties?: StreamingAggregateFunction | StreamingScalarFunction | UnknownKind | null;
}

export interface StreamingFunctionRequest {
  /** Resource name. */
  name: string;
  properties?: StreamingAggregateFunctionRequest | StreamingScalarFunctionRequest | { type: string } | null;
}

export interface StreamingInput {
  /** Resource id. */
  id?: string | null;
  /** Resource name. */
  name?: string | null;
  /** Resource type. */
  type?: string | null;
  properties?: StreamingStreamInput | StreamingReferenceInput | UnknownKind | null;
}

export interface StreamingInputRequest {
  /** Resource name. */
  name: string;
  properties: StreamingStreamInputRequest | StreamingReferenceInputRequest | { type: string };
}

/** A query that reads inputs and writes to outputs, optionally using functions. */
export interface StreamingJob {
  /** Fully qualified resource id. */
  id: string;
  /** Job name. */
  name: string;
  /** Resource type. */
  type?: string | null;
  /** Geographic location of the resource. */
  location?: string | null;
  /** Resource tags. */
  tags?: Record<string, string> | null;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobIdentity | null;
  properties: StreamingJobProperties;
}

export interface StreamingJobChangeIdentityRequest {
  tenantId?: string | null;
  principalId?: string | null;
  type?: string | null;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null;
}

export interface StreamingJobChangePropertiesClusterRequest {
  id?: string | null;
}

export interface StreamingJobChangePropertiesJobStorageAccountRequest {
  accountName?: string | null;
  accountKey?: string | null;
  authenticationMode?: string | null;
}

export interface StreamingJobChangePropertiesRequest {
  jobType?: 'Cloud' | 'Edge' | null;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobChangePropertiesClusterRequest | null;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: 'JobStorageAccount' | 'SystemAccount' | null;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobChangePropertiesJobStorageAccountRequest | null;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: 'Stop' | 'Drop' | null;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null;
  sku?: StreamingJobChangePropertiesSkuRequest | null;
  inputs?: null;
  transformation?: null;
  outputs?: null;
  functions?: null;
}

export interface StreamingJobChangePropertiesSkuRequest {
  name?: 'Standard' | null;
}

/** The members of a job that change; null leaves one as it is. */
export interface StreamingJobChangeRequest {
  location?: string | null;
  tags?: Record<string, string> | null;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobChangeIdentityRequest | null;
  properties?: StreamingJobChangePropertiesRequest | null;
}

export interface StreamingJobIdentity {
  tenantId?: string | null;
  principalId?: string | null;
  type?: string | null;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null;
}

export interface StreamingJobIdentityRequest {
  tenantId?: string | null;
  principalId?: string | null;
  type?: string | null;
  /** Identities by their resource ids; in later versions. */
  userAssignedIdentities?: Record<string, unknown> | null;
}

/** A page of streaming jobs. */
export interface StreamingJobList {
  value: Array<StreamingJob>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null;
}

export interface StreamingJobProperties {
  sku?: StreamingJobPropertiesSku | null;
  /** Generated at creation. */
  jobId?: string | null;
  provisioningState?: string | null;
  /** Whether the job runs. */
  jobState?: string | null;
  /** Time of the last output event; null before the first. */
  lastOutputEventTime?: string | null;
  /** Creation time, in UTC. */
  createdDate?: string | null;
  /** Opaque entity tag; usable in If-Match and If-None-Match. */
  etag?: string | null;
  jobType?: string | null;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesCluster | null;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccount | null;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: string | null;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: string | null;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null;
  inputs?: Array<StreamingInput> | null;
  outputs?: Array<StreamingOutput> | null;
  functions?: Array<StreamingFunction> | null;
  transformation?: StreamingTransformation | null;
}

export interface StreamingJobPropertiesCluster {
  id?: string | null;
}

export interface StreamingJobPropertiesClusterRequest {
  id?: string | null;
}

export interface StreamingJobPropertiesJobStorageAccount {
  accountName?: string | null;
  accountKey?: string | null;
  authenticationMode?: string | null;
}

export interface StreamingJobPropertiesJobStorageAccountRequest {
  accountName?: string | null;
  accountKey?: string | null;
  authenticationMode?: string | null;
}

/** `jobStorageAccount` is required when contentStoragePolicy is JobStorageAccount. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobPropertiesRequest {
  sku: StreamingJobPropertiesSkuRequest;
  jobType?: 'Cloud' | 'Edge' | null;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesClusterRequest | null;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: 'JobStorageAccount' | 'SystemAccount' | null;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccountRequest | null;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null;
  /** Name of a supported .NET culture. Default: "en-US". */
  dataLocale?: string | null;
  /** -1 waits indefinitely; a missing value means -1. Default: -1. */
  eventsLateArrivalMaxDelayInSeconds?: number | null;
  /** Maximum tolerated delay in seconds for putting out-of-order events back in order. */
  eventsOutOfOrderMaxDelayInSeconds?: number | null;
  /** Policy for events that arrive out of order. */
  eventsOutOfOrderPolicy?: string | null;
  /** For events that cannot be written to external storage because they are malformed. */
  outputErrorPolicy?: 'Stop' | 'Drop' | null;
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null;
  inputs?: Array<StreamingInputRequest> | null;
  outputs?: Array<StreamingOutputRequest> | null;
  functions?: Array<StreamingFunctionRequest> | null;
  transformation?: StreamingTransformationRequest | null;
}

export interface StreamingJobPropertiesSku {
  name?: string | null;
}

export interface StreamingJobPropertiesSkuRequest {
  name: 'Standard';
}

/** A query that reads inputs and writes to outputs, optionally using functions. */
export interface StreamingJobRequest {
  /** Geographic location of the resource. */
  location?: string | null;
  /** Resource tags. */
  tags?: Record<string, string> | null;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobIdentityRequest | null;
  properties: StreamingJobPropertiesRequest;
}

/** Where the output begins: when the job starts, if there is no body. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobStartRequest {
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: 'JobStartTime' | 'CustomTime' | 'LastOutputEventTime' | null;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null;
}

export interface StreamingOutput {
  /** Resource id. */
  id?: string | null;
  /** Resource name. */
  name?: string | null;
  /** Resource type. */
  type?: string | null;
  properties?: StreamingOutputProperties | null;
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
    | null;
  serialization?: AvroSerialization | ParquetSerialization | CsvSerialization | JsonSerialization | UnknownKind | null;
  diagnostics?: StreamingOutputPropertiesDiagnostics | null;
  etag?: string | null;
  /** Size window to constrain output. */
  sizeWindow?: number | null;
  /** Time window to filter output. */
  timeWindow?: string | null;
}

export interface StreamingOutputPropertiesDiagnostics {
  conditions?: Array<StreamingOutputPropertiesDiagnosticsCondition> | null;
}

export interface StreamingOutputPropertiesDiagnosticsCondition {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingOutputPropertiesDiagnosticsConditionRequest {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingOutputPropertiesDiagnosticsRequest {
  conditions?: Array<StreamingOutputPropertiesDiagnosticsConditionRequest> | null;
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
    | { type: string };
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string };
  diagnostics?: StreamingOutputPropertiesDiagnosticsRequest | null;
  /** Size window to constrain output. */
  sizeWindow?: number | null;
  /** Time window to filter output. */
  timeWindow?: string | null;
}

/** Each of `properties.datasource.properties.user`, `properties.datasource.properties.password`, `properties.datasource.properties.sharedAccessPolicyName`, `properties.datasource.properties.sharedAccessPolicyKey`, `properties.datasource.properties.refreshToken`, `properties.datasource.properties.accountKey` is required unless authenticationMode is Msi. */
export interface StreamingOutputRequest {
  /** Resource name. */
  name: string;
  properties: StreamingOutputPropertiesRequest;
}

export interface StreamingReferenceInput {
  type: 'Reference';
  compression?: StreamingReferenceInputCompression | null;
  datasource?: BlobReferenceInput | FileReferenceInput | SqlReferenceInput | UnknownKind | null;
  diagnostics?: StreamingReferenceInputDiagnostics | null;
  etag?: string | null;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null;
  serialization?: AvroSerialization | ParquetSerialization | CsvSerialization | JsonSerialization | UnknownKind | null;
}

export interface StreamingReferenceInputCompression {
  type?: string | null;
}

export interface StreamingReferenceInputCompressionRequest {
  type?: string | null;
}

export interface StreamingReferenceInputDiagnostics {
  conditions?: Array<StreamingReferenceInputDiagnosticsCondition> | null;
}

export interface StreamingReferenceInputDiagnosticsCondition {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingReferenceInputDiagnosticsConditionRequest {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingReferenceInputDiagnosticsRequest {
  conditions?: Array<StreamingReferenceInputDiagnosticsConditionRequest> | null;
}

export interface StreamingReferenceInputRequest {
  type: 'Reference';
  compression?: StreamingReferenceInputCompressionRequest | null;
  datasource?:
    | BlobReferenceInputRequest
    | FileReferenceInputRequest
    | SqlReferenceInputRequest
    | { type: string }
    | null;
  diagnostics?: StreamingReferenceInputDiagnosticsRequest | null;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null;
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string };
}

export interface StreamingScalarFunction {
  type: 'Scalar';
  etag?: string | null;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingScalarFunctionInput> | null;
  output?: StreamingScalarFunctionOutput | null;
  properties?: StreamingScalarFunctionProperties | null;
}

export interface StreamingScalarFunctionInput {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingScalarFunctionInputRequest {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingScalarFunctionOutput {
  dataType?: string | null;
}

export interface StreamingScalarFunctionOutputRequest {
  dataType?: string | null;
}

export interface StreamingScalarFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingScalarFunctionPropertiesInput> | null;
  output?: StreamingScalarFunctionPropertiesOutput | null;
}

export interface StreamingScalarFunctionPropertiesInput {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingScalarFunctionPropertiesInputRequest {
  dataType?: string | null;
  isConfigurationParameter?: boolean | null;
}

export interface StreamingScalarFunctionPropertiesOutput {
  dataType?: string | null;
}

export interface StreamingScalarFunctionPropertiesOutputRequest {
  dataType?: string | null;
}

export interface StreamingScalarFunctionPropertiesRequest {
  binding?: MachineLearningBindingRequest | JavaScriptBindingRequest | { type: string } | null;
  inputs?: Array<StreamingScalarFunctionPropertiesInputRequest> | null;
  output?: StreamingScalarFunctionPropertiesOutputRequest | null;
}

export interface StreamingScalarFunctionRequest {
  type: 'Scalar';
  binding?: MachineLearningBindingRequest | JavaScriptBindingRequest | { type: string } | null;
  inputs?: Array<StreamingScalarFunctionInputRequest> | null;
  output?: StreamingScalarFunctionOutputRequest | null;
  properties?: StreamingScalarFunctionPropertiesRequest | null;
}

export interface StreamingStreamInput {
  type: 'Stream';
  compression?: StreamingStreamInputCompression | null;
  datasource?:
    | BlobStreamInput
    | EventHubStreamInput
    | EventHubV2StreamInput
    | IotHubStreamInput
    | GatewayMessageBusStreamInput
    | UnknownKind
    | null;
  diagnostics?: StreamingStreamInputDiagnostics | null;
  etag?: string | null;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null;
  serialization?: AvroSerialization | ParquetSerialization | CsvSerialization | JsonSerialization | UnknownKind | null;
}

export interface StreamingStreamInputCompression {
  type?: string | null;
}

export interface StreamingStreamInputCompressionRequest {
  type?: string | null;
}

export interface StreamingStreamInputDiagnostics {
  conditions?: Array<StreamingStreamInputDiagnosticsCondition> | null;
}

export interface StreamingStreamInputDiagnosticsCondition {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingStreamInputDiagnosticsConditionRequest {
  since?: string | null;
  code?: string | null;
  message?: string | null;
}

export interface StreamingStreamInputDiagnosticsRequest {
  conditions?: Array<StreamingStreamInputDiagnosticsConditionRequest> | null;
}

export interface StreamingStreamInputRequest {
  type: 'Stream';
  compression?: StreamingStreamInputCompressionRequest | null;
  datasource?:
    | BlobStreamInputRequest
    | EventHubStreamInputRequest
    | EventHubV2StreamInputRequest
    | IotHubStreamInputRequest
    | GatewayMessageBusStreamInputRequest
    | { type: string }
    | null;
  diagnostics?: StreamingStreamInputDiagnosticsRequest | null;
  /** Key in the input data by which it is partitioned. */
  partitionKey?: string | null;
  serialization:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string };
}

export interface StreamingTransformation {
  /** Resource id. */
  id?: string | null;
  /** Resource name. */
  name?: string | null;
  /** Resource type. */
  type?: string | null;
  properties?: StreamingTransformationProperties | null;
}

export interface StreamingTransformationProperties {
  /** Query run by the job. */
  query?: string | null;
  /** Default: 3. */
  streamingUnits?: number | null;
  /** Units the job can be scaled to. */
  validStreamingUnits?: Array<number> | null;
  /** Opaque entity tag. */
  etag?: string | null;
}

export interface StreamingTransformationPropertiesRequest {
  /** Query run by the job. */
  query: string;
  /** Default: 3. */
  streamingUnits?: number | null;
  /** Units the job can be scaled to. */
  validStreamingUnits?: Array<number> | null;
}

export interface StreamingTransformationRequest {
  /** Resource name. */
  name: string;
  properties: StreamingTransformationPropertiesRequest;
}

export interface SystemData {
  createdAt?: string | null;
  createdBy?: string | null;
  createdByType?: string | null;
  lastModifiedAt?: string | null;
  lastModifiedBy?: string | null;
  lastModifiedByType?: string | null;
}

export interface TableOutput {
  type: 'Vendor.Storage/Table';
  properties?: TableOutputProperties | null;
}

export interface TableOutputProperties {
  accountName?: string | null;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
  /** Rows written at a time. */
  batchSize?: number | null;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null;
  table?: string | null;
  partitionKey?: string | null;
  rowKey?: string | null;
}

export interface TableOutputPropertiesRequest {
  accountName: string;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
  /** Rows written at a time. */
  batchSize?: number | null;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null;
  table?: string | null;
  partitionKey?: string | null;
  rowKey?: string | null;
}

export interface TableOutputRequest {
  type: 'Vendor.Storage/Table';
  properties: TableOutputPropertiesRequest;
}

export interface TopicOutput {
  type: 'Vendor.ServiceBus/Topic';
  properties?: TopicOutputProperties | null;
}

export interface TopicOutputProperties {
  topicName?: string | null;
  serviceBusNamespace?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null;
}

export interface TopicOutputPropertiesRequest {
  topicName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  /** Default: "ConnectionString". */
  authenticationMode?: 'Msi' | 'UserToken' | 'ConnectionString' | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, string> | null;
}

export interface TopicOutputRequest {
  type: 'Vendor.ServiceBus/Topic';
  properties: TopicOutputPropertiesRequest;
}

export interface UnitOfMeasure {
  id?: string | null;
  code?: string | null;
  displayName?: string | null;
  internationalStandardCode?: string | null;
}

/** Input of each operation, and its response bodies by status. */
export interface Operations {
  /** Create or update an authorization of an API gateway. */
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
  /** Read an authorization of an API gateway. */
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
  /** Delete an authorization of an API gateway. */
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
  /** List the authorizations of an authorization provider. */
  listAuthorizations: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      authorizationProviderId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** The most elements of a page. */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: AuthorizationList };
  };
  /** Get the login link of an authorization. */
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
  /** Confirm the consent code of an authorization. */
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
  /** Create or update the diagnostic settings of an API. */
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
  /** Change some diagnostic settings of an API. */
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
  /** Read the diagnostic settings of an API. */
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
  /** Delete the diagnostic settings of an API. */
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
  /** List the diagnostic settings of an API. */
  listApiDiagnostics: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      serviceName: string;
      apiId: string;
      apiVersion: ApiVersion;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
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
  /** List the health events of one resource. */
  listHealthEvents: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      resourceProviderNamespace: string;
      resourceType: string;
      resourceName: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** List the health events of one nested resource. */
  listNestedHealthEvents: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      resourceProviderNamespace: string;
      parentType: string;
      parentName: string;
      resourceType: string;
      resourceName: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** List the health events of a subscription. */
  listSubscriptionHealthEvents: {
    input: {
      subscriptionId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** A day, month/day/year, or a time: events updated since. The last three days when absent. */
      queryStartTime?: string | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
      /** Entity tags of the responses that the caller has; returns 304 if one is current. */
      ifNoneMatch?: string | undefined;
    };
    responses: { 200: HealthEventList; 304: undefined };
  };
  /** Read a sensitive health event of a subscription. */
  fetchHealthEventDetails: {
    input: {
      subscriptionId: string;
      eventTrackingId: string;
    };
    responses: { 200: HealthEvent };
  };
  /** Create or replace a streaming job. */
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
  /** Change some members of a streaming job. */
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
  /** Read a streaming job. */
  getStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      /** Comma separated list of inputs, transformation, outputs, functions. */
      $expand?: string | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'> | undefined;
    };
    responses: { 200: StreamingJob };
  };
  /** Delete a streaming job. */
  deleteStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the streaming jobs of a resource group. */
  listStreamingJobs: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      /** Comma separated list of inputs, transformation, outputs, functions. */
      $expand?: string | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'> | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: StreamingJobList };
  };
  /** List the streaming jobs of a subscription. */
  listSubscriptionStreamingJobs: {
    input: {
      subscriptionId: string;
      /** Comma separated list of inputs, transformation, outputs, functions. */
      $expand?: string | ReadonlyArray<'inputs' | 'transformation' | 'outputs' | 'functions'> | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: StreamingJobList };
  };
  /** Start a streaming job. */
  startStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
      body?: StreamingJobStartRequest;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Stop a streaming job. */
  stopStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Search restore points. */
  searchRestorePoints: {
    input: {
      body: RestorePointSearchRequest;
    };
    responses: { 200: RestorePointSearchResult };
  };
  /** List the restore sessions. */
  listRestoreSessions: {
    input: {
      /** The most elements of a page. */
      $top?: number | undefined;
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: RestoreSessionList };
  };
  /** Delete a draft restore session. */
  deleteRestoreSession: {
    input: {
      restoreSessionBaseId: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
  };
  /** Read a restore session. */
  getRestoreSession: {
    input: {
      restoreSessionBaseId: string;
    };
    responses: { 200: RestoreSession };
  };
  /** Authorize a document-model copy. */
  authorizeModelCopy: {
    input: {
      body: ModelCopyRequest;
    };
    responses: { 200: ModelCopyAuthorization; 201: undefined; 202: undefined; 204: undefined };
  };
  /** List the companies you may access. */
  listCompanies: {
    input: {
      /** From the `nextLink` of the page before. */
      $skipToken?: string | undefined;
    };
    responses: { 200: CompanyList };
  };
  /** List the customers of a company. */
  listCustomers: {
    input: {
      companyId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** How the service reads $filter. */
      $schemaversion?: '1.0' | '2.0' | '2.1' | undefined;
      /** Comma separated list of members, each with asc or desc after a blank. */
      $orderby?: string | undefined;
      /** The most elements to return, over all pages; 0 to count only. */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** Whether the first page has the number of elements. */
      $count?: 'true' | 'false' | undefined;
      /** Comma separated list of members. */
      $select?: string | undefined;
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod. */
      $expand?:
        | string
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
  /** Read a customer. */
  getCustomer: {
    input: {
      companyId: string;
      customerId: string;
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod. */
      $expand?:
        | string
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
  /** List the items of a company. */
  listItems: {
    input: {
      companyId: string;
      /** Which elements are returned. The service reads it; its quotes and parentheses must be closed. */
      $filter?: string | undefined;
      /** How the service reads $filter. */
      $schemaversion?: '1.0' | '2.0' | '2.1' | undefined;
      /** Comma separated list of members, each with asc or desc after a blank. */
      $orderby?: string | undefined;
      /** The most elements to return, over all pages; 0 to count only. */
      $top?: number | undefined;
      /** Elements that are left out before the first. */
      $skip?: number | undefined;
      /** Whether the first page has the number of elements. */
      $count?: 'true' | 'false' | undefined;
      /** Comma separated list of members. */
      $select?: string | undefined;
      /** Comma separated list of itemCategory, inventoryPostingGroup, generalProductPostingGroup, unitOfMeasure, picture, defaultDimensions, itemVariants, documentAttachments. */
      $expand?:
        | string
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
  /** Read an item. */
  getItem: {
    input: {
      companyId: string;
      itemId: string;
    };
    responses: { 200: Item };
  };
  /** Watch a long-running write. */
  getOperation: {
    input: {
      operationId: string;
    };
    responses: { 200: Record<string, unknown>; 201: Record<string, unknown>; 202: undefined; 204: undefined };
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
