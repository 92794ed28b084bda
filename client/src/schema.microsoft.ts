/** Types and routes of the API. Generated from docs/openapi.microsoft.json by `npm run generate`; do not edit. */

import type {
  ApiDiagnostic,
  ApiDiagnosticList,
  Authorization,
  AuthorizationPropertiesErrorRequest,
  AvroSerialization,
  AvroSerializationRequest,
  BlobOutputProperties,
  BlobOutputPropertiesRequest,
  BlobReferenceInputProperties,
  BlobReferenceInputPropertiesRequest,
  BlobStreamInputProperties,
  BlobStreamInputPropertiesRequest,
  CsvSerialization,
  CsvSerializationRequest,
  Customer,
  CustomerList,
  DocumentDbOutputProperties,
  DocumentDbOutputPropertiesRequest,
  EventHubOutputProperties,
  EventHubOutputPropertiesRequest,
  EventHubStreamInputProperties,
  EventHubStreamInputPropertiesRequest,
  EventHubV2OutputProperties,
  EventHubV2OutputPropertiesRequest,
  EventHubV2StreamInputProperties,
  EventHubV2StreamInputPropertiesRequest,
  FileReferenceInput,
  FileReferenceInputRequest,
  FunctionAppOutputProperties,
  GatewayMessageBusOutput,
  GatewayMessageBusOutputRequest,
  GatewayMessageBusStreamInput,
  GatewayMessageBusStreamInputRequest,
  IotHubStreamInputProperties,
  IotHubStreamInputPropertiesRequest,
  JavaScriptBindingProperties,
  JavaScriptBindingPropertiesRequest,
  JsonSerialization,
  MachineLearningBindingProperties,
  MachineLearningBindingPropertiesInputsRequest,
  MachineLearningBindingPropertiesOutputRequest,
  ParquetSerialization,
  ParquetSerializationRequest,
  PipelineSettingsRequest,
  SqlReferenceInputProperties,
  StreamingAggregateFunctionInput,
  StreamingAggregateFunctionInputRequest,
  StreamingAggregateFunctionOutput,
  StreamingAggregateFunctionOutputRequest,
  StreamingAggregateFunctionPropertiesInput,
  StreamingAggregateFunctionPropertiesInputRequest,
  StreamingAggregateFunctionPropertiesOutput,
  StreamingAggregateFunctionPropertiesOutputRequest,
  StreamingJobChangeIdentityRequest,
  StreamingJobChangePropertiesClusterRequest,
  StreamingJobChangePropertiesJobStorageAccountRequest,
  StreamingJobIdentity,
  StreamingJobIdentityRequest,
  StreamingJobPropertiesCluster,
  StreamingJobPropertiesClusterRequest,
  StreamingJobPropertiesJobStorageAccount,
  StreamingJobPropertiesJobStorageAccountRequest,
  StreamingJobPropertiesSku,
  StreamingOutputPropertiesDiagnostics,
  StreamingOutputPropertiesDiagnosticsRequest,
  StreamingReferenceInputCompression,
  StreamingReferenceInputCompressionRequest,
  StreamingReferenceInputDiagnostics,
  StreamingReferenceInputDiagnosticsRequest,
  StreamingScalarFunctionInput,
  StreamingScalarFunctionInputRequest,
  StreamingScalarFunctionOutput,
  StreamingScalarFunctionOutputRequest,
  StreamingScalarFunctionPropertiesInput,
  StreamingScalarFunctionPropertiesInputRequest,
  StreamingScalarFunctionPropertiesOutput,
  StreamingScalarFunctionPropertiesOutputRequest,
  StreamingStreamInputCompression,
  StreamingStreamInputCompressionRequest,
  StreamingStreamInputDiagnostics,
  StreamingStreamInputDiagnosticsRequest,
  StreamingTransformation,
  StreamingTransformationRequest,
  UnknownKind,
  Operations as VendorOperations,
} from './schema.ts';

// The types declared here replace those of the same name.
export type * from './schema.ts';

export interface ApiDiagnosticChangePropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null;
  sampling?: ApiDiagnosticChangePropertiesSamplingRequest | null;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null;
  /** Whether correlation headers of incoming requests are processed. */
  enableHttpCorrelationHeaders?: boolean | null;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null;
  logClientIp?: boolean | null;
  metrics?: boolean | null;
  operationNameFormat?: string | null;
}

export interface ApiDiagnosticChangePropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null;
  samplingType?: string | null;
}

export interface ApiDiagnosticPropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null;
  sampling?: ApiDiagnosticPropertiesSamplingRequest | null;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null;
  /** Whether correlation headers of incoming requests are processed. */
  enableHttpCorrelationHeaders?: boolean | null;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null;
  logClientIp?: boolean | null;
  metrics?: boolean | null;
  operationNameFormat?: string | null;
}

export interface ApiDiagnosticPropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null;
  samplingType?: string | null;
}

export interface AuthorizationPropertiesRequest {
  authorizationType?: string | null;
  oauth2grantType?: string | null;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null;
  /** Status of the authorization. */
  status?: string | null;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesErrorRequest | null;
}

export interface BlobOutput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobOutputProperties | null;
}

export interface BlobOutputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobOutputPropertiesRequest | null;
}

export interface BlobReferenceInput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobReferenceInputProperties | null;
}

export interface BlobReferenceInputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobReferenceInputPropertiesRequest | null;
}

export interface BlobStreamInput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobStreamInputProperties | null;
}

export interface BlobStreamInputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobStreamInputPropertiesRequest | null;
}

export interface DashboardOutput {
  type: 'PowerBI';
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
  authenticationMode?: string | null;
}

export interface DashboardOutputRequest {
  type: 'PowerBI';
  properties: DashboardOutputPropertiesRequest;
}

export interface DataLakeOutput {
  type: 'Microsoft.DataLake/Accounts';
  properties?: DataLakeOutputProperties | null;
}

export interface DataLakeOutputProperties {
  accountName?: string | null;
  filePathPrefix?: string | null;
  tenantId?: string | null;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null;
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
  authenticationMode?: string | null;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null;
  tokenUserDisplayName?: string | null;
  tokenUserPrincipalName?: string | null;
}

export interface DataLakeOutputRequest {
  type: 'Microsoft.DataLake/Accounts';
  properties: DataLakeOutputPropertiesRequest;
}

export interface DocumentDbOutput {
  type: 'Microsoft.Storage/DocumentDB';
  properties?: DocumentDbOutputProperties | null;
}

export interface DocumentDbOutputRequest {
  type: 'Microsoft.Storage/DocumentDB';
  properties?: DocumentDbOutputPropertiesRequest | null;
}

export interface EventHubOutput {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubOutputProperties | null;
}

export interface EventHubOutputRequest {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubOutputPropertiesRequest | null;
}

export interface EventHubStreamInput {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubStreamInputProperties | null;
}

export interface EventHubStreamInputRequest {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubStreamInputPropertiesRequest | null;
}

export interface EventHubV2Output {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2OutputProperties | null;
}

export interface EventHubV2OutputRequest {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2OutputPropertiesRequest | null;
}

export interface EventHubV2StreamInput {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2StreamInputProperties | null;
}

export interface EventHubV2StreamInputRequest {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2StreamInputPropertiesRequest | null;
}

export interface FunctionAppOutput {
  type: 'Microsoft.AzureFunction';
  properties?: FunctionAppOutputProperties | null;
}

export interface FunctionAppOutputPropertiesRequest {
  functionAppName?: string | null;
  functionName?: string | null;
  /** For a function in another subscription. */
  apiKey?: string | null;
  /** Default: 100. */
  maxBatchCount?: number | null;
  /** Bytes. */
  maxBatchSize?: number | null;
}

export interface FunctionAppOutputRequest {
  type: 'Microsoft.AzureFunction';
  properties?: FunctionAppOutputPropertiesRequest | null;
}

export interface IotHubStreamInput {
  type: 'Microsoft.Devices/IotHubs';
  properties?: IotHubStreamInputProperties | null;
}

export interface IotHubStreamInputRequest {
  type: 'Microsoft.Devices/IotHubs';
  properties?: IotHubStreamInputPropertiesRequest | null;
}

export interface JavaScriptBinding {
  type: 'Microsoft.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingProperties | null;
}

export interface JavaScriptBindingRequest {
  type: 'Microsoft.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingPropertiesRequest | null;
}

export interface JsonSerializationPropertiesRequest {
  /** Encoding of input data or of written output data. */
  encoding?: string | null;
  /** One JSON object per line, or an array of objects. */
  format?: string | null;
}

export interface MachineLearningBinding {
  type: 'Microsoft.MachineLearning/WebService';
  properties?: MachineLearningBindingProperties | null;
}

export interface MachineLearningBindingPropertiesRequest {
  /** Request-response execute endpoint. */
  endpoint?: string | null;
  apiKey?: string | null;
  /** Maximum rows per request. */
  batchSize?: number | null;
  inputs?: MachineLearningBindingPropertiesInputsRequest | null;
  outputs?: Array<MachineLearningBindingPropertiesOutputRequest> | null;
}

export interface MachineLearningBindingRequest {
  type: 'Microsoft.MachineLearning/WebService';
  properties?: MachineLearningBindingPropertiesRequest | null;
}

export interface QueueOutput {
  type: 'Microsoft.ServiceBus/Queue';
  properties?: QueueOutputProperties | null;
}

export interface QueueOutputProperties {
  queueName?: string | null;
  serviceBusNamespace?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null;
}

export interface QueueOutputPropertiesRequest {
  queueName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null;
}

export interface QueueOutputRequest {
  type: 'Microsoft.ServiceBus/Queue';
  properties: QueueOutputPropertiesRequest;
}

export interface SqlDataWarehouseOutput {
  type: 'Microsoft.Sql/Server/DataWarehouse';
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
  authenticationMode?: string | null;
}

export interface SqlDataWarehouseOutputRequest {
  type: 'Microsoft.Sql/Server/DataWarehouse';
  properties: SqlDataWarehouseOutputPropertiesRequest;
}

export interface SqlDatabaseOutput {
  type: 'Microsoft.Sql/Server/Database';
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
  authenticationMode?: string | null;
  /** Default: 10000. */
  maxBatchCount?: number | null;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: number | null;
}

export interface SqlDatabaseOutputRequest {
  type: 'Microsoft.Sql/Server/Database';
  properties: SqlDatabaseOutputPropertiesRequest;
}

export interface SqlReferenceInput {
  type: 'Microsoft.Sql/Server/Database';
  properties?: SqlReferenceInputProperties | null;
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
  refreshType?: string | null;
}

export interface SqlReferenceInputRequest {
  type: 'Microsoft.Sql/Server/Database';
  properties?: SqlReferenceInputPropertiesRequest | null;
}

export interface StreamingInputRequest {
  /** Resource name. */
  name: string;
  properties?: StreamingStreamInputRequest | StreamingReferenceInputRequest | { type: string } | null;
}

export interface StreamingJobChangePropertiesRequest {
  jobType?: string | null;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobChangePropertiesClusterRequest | null;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobChangePropertiesJobStorageAccountRequest | null;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null;
  /** Name of a supported .NET culture. */
  dataLocale?: string | null;
  /** -1 waits indefinitely; a missing value means -1. */
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
  sku?: StreamingJobChangePropertiesSkuRequest | null;
  inputs?: null;
  transformation?: null;
  outputs?: null;
  functions?: null;
}

export interface StreamingJobChangePropertiesSkuRequest {
  name?: string | null;
}

/** `jobStorageAccount` is required when contentStoragePolicy is JobStorageAccount. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobPropertiesRequest {
  sku?: StreamingJobPropertiesSkuRequest | null;
  jobType?: string | null;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesClusterRequest | null;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccountRequest | null;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null;
  /** Name of a supported .NET culture. */
  dataLocale?: string | null;
  /** -1 waits indefinitely; a missing value means -1. */
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
  inputs?: Array<StreamingInputRequest> | null;
  outputs?: Array<StreamingOutputRequest> | null;
  functions?: Array<StreamingFunctionRequest> | null;
  transformation?: StreamingTransformationRequest | null;
}

export interface StreamingJobPropertiesSkuRequest {
  name?: string | null;
}

/** Where the output begins: when the job starts, if there is no body. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobStartRequest {
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: string | null;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string }
    | null;
  diagnostics?: StreamingOutputPropertiesDiagnosticsRequest | null;
  /** Size window to constrain output. */
  sizeWindow?: number | null;
  /** Time window to filter output. */
  timeWindow?: string | null;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string }
    | null;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | { type: string }
    | null;
}

export interface TableOutput {
  type: 'Microsoft.Storage/Table';
  properties?: TableOutputProperties | null;
}

export interface TableOutputProperties {
  accountName?: string | null;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null;
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
  authenticationMode?: string | null;
  /** Rows written at a time. */
  batchSize?: number | null;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null;
  table?: string | null;
  partitionKey?: string | null;
  rowKey?: string | null;
}

export interface TableOutputRequest {
  type: 'Microsoft.Storage/Table';
  properties: TableOutputPropertiesRequest;
}

export interface TopicOutput {
  type: 'Microsoft.ServiceBus/Topic';
  properties?: TopicOutputProperties | null;
}

export interface TopicOutputProperties {
  topicName?: string | null;
  serviceBusNamespace?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null;
}

export interface TopicOutputPropertiesRequest {
  topicName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null;
  authenticationMode?: string | null;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null;
}

export interface TopicOutputRequest {
  type: 'Microsoft.ServiceBus/Topic';
  properties: TopicOutputPropertiesRequest;
}

/** The diagnostic settings that change. */
export interface ApiDiagnosticChangeRequest {
  properties: ApiDiagnosticChangePropertiesRequest;
}

/** What to log of the messages to and from an API, and where. */
export interface ApiDiagnosticRequest {
  properties: ApiDiagnosticPropertiesRequest;
}

/** A connection to an external OAuth 2.0 identity. */
export interface AuthorizationRequest {
  properties?: AuthorizationPropertiesRequest | null;
}

export interface JsonSerializationRequest {
  type: 'Json';
  properties?: JsonSerializationPropertiesRequest | null;
}

export interface StreamingAggregateFunction {
  type: 'Aggregate';
  etag?: string | null;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingAggregateFunctionInput> | null;
  output?: StreamingAggregateFunctionOutput | null;
  properties?: StreamingAggregateFunctionProperties | null;
}

export interface StreamingAggregateFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingAggregateFunctionPropertiesInput> | null;
  output?: StreamingAggregateFunctionPropertiesOutput | null;
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

/** The members of a job that change; null leaves one as it is. */
export interface StreamingJobChangeRequest {
  location?: string | null;
  tags?: Record<string, string> | null;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobChangeIdentityRequest | null;
  properties?: StreamingJobChangePropertiesRequest | null;
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

export interface StreamingScalarFunction {
  type: 'Scalar';
  etag?: string | null;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingScalarFunctionInput> | null;
  output?: StreamingScalarFunctionOutput | null;
  properties?: StreamingScalarFunctionProperties | null;
}

export interface StreamingScalarFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null;
  inputs?: Array<StreamingScalarFunctionPropertiesInput> | null;
  output?: StreamingScalarFunctionPropertiesOutput | null;
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

export interface StreamingInput {
  /** Resource id. */
  id?: string | null;
  /** Resource name. */
  name?: string | null;
  /** Resource type. */
  type?: string | null;
  properties?: StreamingStreamInput | StreamingReferenceInput | UnknownKind | null;
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

/** A page of streaming jobs. */
export interface StreamingJobList {
  value: Array<StreamingJob>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null;
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

/** Input of each operation, and its response bodies by status. */
export interface Operations
  extends Omit<
    VendorOperations,
    | 'createOrUpdateAuthorization'
    | 'createOrUpdateApiDiagnostic'
    | 'updateApiDiagnostic'
    | 'getApiDiagnostic'
    | 'deleteApiDiagnostic'
    | 'listApiDiagnostics'
    | 'createOrReplaceStreamingJob'
    | 'updateStreamingJob'
    | 'getStreamingJob'
    | 'listStreamingJobs'
    | 'listSubscriptionStreamingJobs'
    | 'startStreamingJob'
    | 'listCustomers'
    | 'getCustomer'
  > {
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
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod, agedAccountsReceivable, contactsInformation, documentAttachments. */
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
            | 'agedAccountsReceivable'
            | 'contactsInformation'
            | 'documentAttachments'
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
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod, agedAccountsReceivable, contactsInformation, documentAttachments. */
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
            | 'agedAccountsReceivable'
            | 'contactsInformation'
            | 'documentAttachments'
          >
        | undefined;
    };
    responses: { 200: Customer };
  };
}

export type ApiVersion =
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
