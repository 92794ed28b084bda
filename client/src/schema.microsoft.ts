/** Types and routes of the API. Generated from docs/openapi.microsoft.json by `npm run generate`; do not edit. */

import type {
  ApiDiagnostic,
  ApiDiagnosticList,
  Authorization,
  AuthorizationList,
  AuthorizationPropertiesErrorRequest,
  AvroSerialization,
  AvroSerializationRequest,
  BlobOutputProperties,
  BlobOutputPropertiesRequest,
  BlobReferenceInputProperties,
  BlobReferenceInputPropertiesRequest,
  BlobStreamInputProperties,
  BlobStreamInputPropertiesRequest,
  ConsentCodeRequest,
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
  HealthEvent,
  HealthEventList,
  IotHubStreamInputProperties,
  IotHubStreamInputPropertiesRequest,
  JavaScriptBindingProperties,
  JavaScriptBindingPropertiesRequest,
  JsonSerialization,
  LoginLinks,
  LoginLinksRequest,
  MachineLearningBindingProperties,
  MachineLearningBindingPropertiesInputsRequest,
  MachineLearningBindingPropertiesOutputRequest,
  OtherKind,
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
  loggerId?: string | null | undefined;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null | undefined;
  sampling?: ApiDiagnosticChangePropertiesSamplingRequest | null | undefined;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null | undefined;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null | undefined;
  /** Whether correlation headers of incoming requests are processed. */
  enableHttpCorrelationHeaders?: boolean | null | undefined;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null | undefined;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null | undefined;
  logClientIp?: boolean | null | undefined;
  metrics?: boolean | null | undefined;
  operationNameFormat?: string | null | undefined;
}

export interface ApiDiagnosticChangePropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null | undefined;
  samplingType?: string | null | undefined;
}

export interface ApiDiagnosticPropertiesRequest {
  /** Resource id of the target logger, or its id within the service: /loggers/{name}. */
  loggerId?: string | null | undefined;
  /** The kind of messages to which sampling does not apply. */
  alwaysLog?: string | null | undefined;
  sampling?: ApiDiagnosticPropertiesSamplingRequest | null | undefined;
  /** Settings for messages to and from the gateway. */
  frontend?: PipelineSettingsRequest | null | undefined;
  /** Settings for messages to and from the backend. */
  backend?: PipelineSettingsRequest | null | undefined;
  /** Whether correlation headers of incoming requests are processed. */
  enableHttpCorrelationHeaders?: boolean | null | undefined;
  /** Correlation protocol of application-performance-monitoring diagnostics. */
  httpCorrelationProtocol?: string | null | undefined;
  /** Level of the traces that trace policies emit. */
  verbosity?: string | null | undefined;
  logClientIp?: boolean | null | undefined;
  metrics?: boolean | null | undefined;
  operationNameFormat?: string | null | undefined;
}

export interface ApiDiagnosticPropertiesSamplingRequest {
  /** Rate of fixed-rate sampling. */
  percentage?: number | null | undefined;
  samplingType?: string | null | undefined;
}

export interface AuthorizationPropertiesRequest {
  authorizationType?: string | null | undefined;
  oauth2grantType?: string | null | undefined;
  /** Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned. */
  parameters?: Record<string, unknown> | null | undefined;
  /** Status of the authorization. */
  status?: string | null | undefined;
  /** Present if the status is Error. */
  error?: AuthorizationPropertiesErrorRequest | null | undefined;
}

export interface BlobOutput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobOutputProperties | null | undefined;
}

export interface BlobOutputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobOutputPropertiesRequest | null | undefined;
}

export interface BlobReferenceInput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobReferenceInputProperties | null | undefined;
}

export interface BlobReferenceInputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobReferenceInputPropertiesRequest | null | undefined;
}

export interface BlobStreamInput {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobStreamInputProperties | null | undefined;
}

export interface BlobStreamInputRequest {
  type: 'Microsoft.Storage/Blob';
  properties?: BlobStreamInputPropertiesRequest | null | undefined;
}

export interface DashboardOutput {
  type: 'PowerBI';
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
  authenticationMode?: string | null | undefined;
}

export interface DashboardOutputRequest {
  type: 'PowerBI';
  properties: DashboardOutputPropertiesRequest;
}

export interface DataLakeOutput {
  type: 'Microsoft.DataLake/Accounts';
  properties?: DataLakeOutputProperties | null | undefined;
}

export interface DataLakeOutputProperties {
  accountName?: string | null | undefined;
  filePathPrefix?: string | null | undefined;
  tenantId?: string | null | undefined;
  /** A placeholder is recommended at creation. Required unless authenticationMode is Msi. */
  refreshToken?: string | null | undefined;
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
  authenticationMode?: string | null | undefined;
  /** Used for {date} in filePathPrefix. */
  dateFormat?: string | null | undefined;
  /** Used for {time} in filePathPrefix. */
  timeFormat?: string | null | undefined;
  tokenUserDisplayName?: string | null | undefined;
  tokenUserPrincipalName?: string | null | undefined;
}

export interface DataLakeOutputRequest {
  type: 'Microsoft.DataLake/Accounts';
  properties: DataLakeOutputPropertiesRequest;
}

export interface DocumentDbOutput {
  type: 'Microsoft.Storage/DocumentDB';
  properties?: DocumentDbOutputProperties | null | undefined;
}

export interface DocumentDbOutputRequest {
  type: 'Microsoft.Storage/DocumentDB';
  properties?: DocumentDbOutputPropertiesRequest | null | undefined;
}

export interface EventHubOutput {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubOutputProperties | null | undefined;
}

export interface EventHubOutputRequest {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubOutputPropertiesRequest | null | undefined;
}

export interface EventHubStreamInput {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubStreamInputProperties | null | undefined;
}

export interface EventHubStreamInputRequest {
  type: 'Microsoft.ServiceBus/EventHub';
  properties?: EventHubStreamInputPropertiesRequest | null | undefined;
}

export interface EventHubV2Output {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2OutputProperties | null | undefined;
}

export interface EventHubV2OutputRequest {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2OutputPropertiesRequest | null | undefined;
}

export interface EventHubV2StreamInput {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2StreamInputProperties | null | undefined;
}

export interface EventHubV2StreamInputRequest {
  type: 'Microsoft.EventHub/EventHub';
  properties?: EventHubV2StreamInputPropertiesRequest | null | undefined;
}

export interface FunctionAppOutput {
  type: 'Microsoft.AzureFunction';
  properties?: FunctionAppOutputProperties | null | undefined;
}

export interface FunctionAppOutputPropertiesRequest {
  functionAppName?: string | null | undefined;
  functionName?: string | null | undefined;
  /** For a function in another subscription. */
  apiKey?: string | null | undefined;
  /** Default: 100. */
  maxBatchCount?: number | null | undefined;
  /** Bytes. */
  maxBatchSize?: number | null | undefined;
}

export interface FunctionAppOutputRequest {
  type: 'Microsoft.AzureFunction';
  properties?: FunctionAppOutputPropertiesRequest | null | undefined;
}

export interface IotHubStreamInput {
  type: 'Microsoft.Devices/IotHubs';
  properties?: IotHubStreamInputProperties | null | undefined;
}

export interface IotHubStreamInputRequest {
  type: 'Microsoft.Devices/IotHubs';
  properties?: IotHubStreamInputPropertiesRequest | null | undefined;
}

export interface JavaScriptBinding {
  type: 'Microsoft.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingProperties | null | undefined;
}

export interface JavaScriptBindingRequest {
  type: 'Microsoft.StreamAnalytics/JavascriptUdf';
  properties?: JavaScriptBindingPropertiesRequest | null | undefined;
}

export interface JsonSerializationPropertiesRequest {
  /** Encoding of input data or of written output data. */
  encoding?: string | null | undefined;
  /** One JSON object per line, or an array of objects. */
  format?: string | null | undefined;
}

export interface MachineLearningBinding {
  type: 'Microsoft.MachineLearning/WebService';
  properties?: MachineLearningBindingProperties | null | undefined;
}

export interface MachineLearningBindingPropertiesRequest {
  /** Request-response execute endpoint. */
  endpoint?: string | null | undefined;
  apiKey?: string | null | undefined;
  /** Maximum rows per request. */
  batchSize?: number | null | undefined;
  inputs?: MachineLearningBindingPropertiesInputsRequest | null | undefined;
  outputs?: Array<MachineLearningBindingPropertiesOutputRequest> | null | undefined;
}

export interface MachineLearningBindingRequest {
  type: 'Microsoft.MachineLearning/WebService';
  properties?: MachineLearningBindingPropertiesRequest | null | undefined;
}

export interface QueueOutput {
  type: 'Microsoft.ServiceBus/Queue';
  properties?: QueueOutputProperties | null | undefined;
}

export interface QueueOutputProperties {
  queueName?: string | null | undefined;
  serviceBusNamespace?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null | undefined;
}

export interface QueueOutputPropertiesRequest {
  queueName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null | undefined;
}

export interface QueueOutputRequest {
  type: 'Microsoft.ServiceBus/Queue';
  properties: QueueOutputPropertiesRequest;
}

export interface SqlDataWarehouseOutput {
  type: 'Microsoft.Sql/Server/DataWarehouse';
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
  authenticationMode?: string | null | undefined;
}

export interface SqlDataWarehouseOutputRequest {
  type: 'Microsoft.Sql/Server/DataWarehouse';
  properties: SqlDataWarehouseOutputPropertiesRequest;
}

export interface SqlDatabaseOutput {
  type: 'Microsoft.Sql/Server/Database';
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
  authenticationMode?: string | null | undefined;
  /** Default: 10000. */
  maxBatchCount?: number | null | undefined;
  /** 1: one writer; 0: one per query partition. */
  maxWriterCount?: number | null | undefined;
}

export interface SqlDatabaseOutputRequest {
  type: 'Microsoft.Sql/Server/Database';
  properties: SqlDatabaseOutputPropertiesRequest;
}

export interface SqlReferenceInput {
  type: 'Microsoft.Sql/Server/Database';
  properties?: SqlReferenceInputProperties | null | undefined;
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
  refreshType?: string | null | undefined;
}

export interface SqlReferenceInputRequest {
  type: 'Microsoft.Sql/Server/Database';
  properties?: SqlReferenceInputPropertiesRequest | null | undefined;
}

export interface StreamingInputRequest {
  /** Resource name. */
  name: string;
  properties?:
    | StreamingStreamInputRequest
    | StreamingReferenceInputRequest
    | OtherKind<StreamingStreamInputRequest | StreamingReferenceInputRequest>
    | null
    | undefined;
}

export interface StreamingJobChangePropertiesRequest {
  jobType?: string | null | undefined;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobChangePropertiesClusterRequest | null | undefined;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null | undefined;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null | undefined;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobChangePropertiesJobStorageAccountRequest | null | undefined;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null | undefined;
  /** Name of a supported .NET culture. */
  dataLocale?: string | null | undefined;
  /** -1 waits indefinitely; a missing value means -1. */
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
  sku?: StreamingJobChangePropertiesSkuRequest | null | undefined;
  inputs?: null | undefined;
  transformation?: null | undefined;
  outputs?: null | undefined;
  functions?: null | undefined;
}

export interface StreamingJobChangePropertiesSkuRequest {
  name?: string | null | undefined;
}

/** `jobStorageAccount` is required when contentStoragePolicy is JobStorageAccount. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobPropertiesRequest {
  sku?: StreamingJobPropertiesSkuRequest | null | undefined;
  jobType?: string | null | undefined;
  /** Cluster on which the job runs. */
  cluster?: StreamingJobPropertiesClusterRequest | null | undefined;
  /** Controls certain runtime behaviours. */
  compatibilityLevel?: string | null | undefined;
  /** JobStorageAccount requires jobStorageAccount. */
  contentStoragePolicy?: string | null | undefined;
  /** Storage account with managed identity authentication. */
  jobStorageAccount?: StreamingJobPropertiesJobStorageAccountRequest | null | undefined;
  /** Resource id of the subnet of the job; in later versions. */
  subnetResourceId?: string | null | undefined;
  /** Name of a supported .NET culture. */
  dataLocale?: string | null | undefined;
  /** -1 waits indefinitely; a missing value means -1. */
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
  inputs?: Array<StreamingInputRequest> | null | undefined;
  outputs?: Array<StreamingOutputRequest> | null | undefined;
  functions?: Array<StreamingFunctionRequest> | null | undefined;
  transformation?: StreamingTransformationRequest | null | undefined;
}

export interface StreamingJobPropertiesSkuRequest {
  name?: string | null | undefined;
}

/** Where the output begins: when the job starts, if there is no body. `outputStartTime` is required when outputStartMode is CustomTime. */
export interface StreamingJobStartRequest {
  /** Used only when the job is to start immediately after creation. */
  outputStartMode?: string | null | undefined;
  /** Start of the output event stream; null: when the job starts. */
  outputStartTime?: string | null | undefined;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >
    | null
    | undefined;
  diagnostics?: StreamingOutputPropertiesDiagnosticsRequest | null | undefined;
  /** Size window to constrain output. */
  sizeWindow?: number | null | undefined;
  /** Time window to filter output. */
  timeWindow?: string | null | undefined;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >
    | null
    | undefined;
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
  serialization?:
    | AvroSerializationRequest
    | ParquetSerializationRequest
    | CsvSerializationRequest
    | JsonSerializationRequest
    | OtherKind<
        AvroSerializationRequest | ParquetSerializationRequest | CsvSerializationRequest | JsonSerializationRequest
      >
    | null
    | undefined;
}

export interface TableOutput {
  type: 'Microsoft.Storage/Table';
  properties?: TableOutputProperties | null | undefined;
}

export interface TableOutputProperties {
  accountName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  accountKey?: string | null | undefined;
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
  authenticationMode?: string | null | undefined;
  /** Rows written at a time. */
  batchSize?: number | null | undefined;
  /** Columns removed from entities if present. */
  columnsToRemove?: Array<string> | null | undefined;
  table?: string | null | undefined;
  partitionKey?: string | null | undefined;
  rowKey?: string | null | undefined;
}

export interface TableOutputRequest {
  type: 'Microsoft.Storage/Table';
  properties: TableOutputPropertiesRequest;
}

export interface TopicOutput {
  type: 'Microsoft.ServiceBus/Topic';
  properties?: TopicOutputProperties | null | undefined;
}

export interface TopicOutputProperties {
  topicName?: string | null | undefined;
  serviceBusNamespace?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null | undefined;
}

export interface TopicOutputPropertiesRequest {
  topicName: string;
  serviceBusNamespace: string;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyName?: string | null | undefined;
  /** Required unless authenticationMode is Msi. */
  sharedAccessPolicyKey?: string | null | undefined;
  authenticationMode?: string | null | undefined;
  /** Output columns attached as custom message properties. */
  propertyColumns?: Array<string> | null | undefined;
  /** Output columns attached as system properties, by the name of the property. */
  systemPropertyColumns?: Record<string, unknown> | null | undefined;
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
  properties?: AuthorizationPropertiesRequest | null | undefined;
}

export interface JsonSerializationRequest {
  type: 'Json';
  properties?: JsonSerializationPropertiesRequest | null | undefined;
}

export interface StreamingAggregateFunction {
  type: 'Aggregate';
  etag?: string | null | undefined;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingAggregateFunctionInput> | null | undefined;
  output?: StreamingAggregateFunctionOutput | null | undefined;
  properties?: StreamingAggregateFunctionProperties | null | undefined;
}

export interface StreamingAggregateFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingAggregateFunctionPropertiesInput> | null | undefined;
  output?: StreamingAggregateFunctionPropertiesOutput | null | undefined;
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

/** The members of a job that change; null leaves one as it is. */
export interface StreamingJobChangeRequest {
  location?: string | null | undefined;
  tags?: Record<string, string> | null | undefined;
  /** System-assigned managed identity of the job, usable to authenticate with inputs and outputs. */
  identity?: StreamingJobChangeIdentityRequest | null | undefined;
  properties?: StreamingJobChangePropertiesRequest | null | undefined;
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

export interface StreamingScalarFunction {
  type: 'Scalar';
  etag?: string | null | undefined;
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingScalarFunctionInput> | null | undefined;
  output?: StreamingScalarFunctionOutput | null | undefined;
  properties?: StreamingScalarFunctionProperties | null | undefined;
}

export interface StreamingScalarFunctionProperties {
  binding?: MachineLearningBinding | JavaScriptBinding | UnknownKind | null | undefined;
  inputs?: Array<StreamingScalarFunctionPropertiesInput> | null | undefined;
  output?: StreamingScalarFunctionPropertiesOutput | null | undefined;
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

export interface StreamingInput {
  /** Resource id. */
  id?: string | null | undefined;
  /** Resource name. */
  name?: string | null | undefined;
  /** Resource type. */
  type?: string | null | undefined;
  properties?: StreamingStreamInput | StreamingReferenceInput | UnknownKind | null | undefined;
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

/** A page of streaming jobs. */
export interface StreamingJobList {
  value: Array<StreamingJob>;
  /** Number of elements on all pages, where the service counts them. */
  count?: number | null | undefined;
  /** URL of the next page; absent or empty on the last one. */
  nextLink?: string | null | undefined;
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

/** Input of each operation, and its response bodies by status. */
export interface Operations
  extends Omit<
    VendorOperations,
    | 'createOrUpdateAuthorization'
    | 'getAuthorization'
    | 'deleteAuthorization'
    | 'listAuthorizations'
    | 'getAuthorizationLoginLinks'
    | 'confirmAuthorizationConsentCode'
    | 'createOrUpdateApiDiagnostic'
    | 'updateApiDiagnostic'
    | 'getApiDiagnostic'
    | 'deleteApiDiagnostic'
    | 'listApiDiagnostics'
    | 'listHealthEvents'
    | 'listNestedHealthEvents'
    | 'listSubscriptionHealthEvents'
    | 'fetchHealthEventDetails'
    | 'createOrReplaceStreamingJob'
    | 'updateStreamingJob'
    | 'getStreamingJob'
    | 'deleteStreamingJob'
    | 'listStreamingJobs'
    | 'listSubscriptionStreamingJobs'
    | 'startStreamingJob'
    | 'stopStreamingJob'
    | 'listCustomers'
    | 'getCustomer'
  > {
  /** Create or update an authorization of an API gateway. Stores how an API gateway gets tokens from a provider. Use it to add a connection or to replace its secret.
   *
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `Authorizations.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `Authorizations.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/getLoginLinks`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `Authorizations.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/confirmConsentCode`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `ApiDiagnostics.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `ApiDiagnostics.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `ApiDiagnostics.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
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
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
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
   * Requires the app role `HealthEvents.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events`. By default each instance sends at most 25 requests per second (burst 250) per subscription. Responses are cached for 60 s, and served for up to 3660 s while the service fails. */
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
   * Requires the app role `HealthEvents.ReadSensitive`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{eventTrackingId}/fetchEventDetails`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  fetchHealthEventDetails: {
    input: {
      subscriptionId: string;
      eventTrackingId: string;
    };
    responses: { 200: HealthEvent };
  };
  /** Create or replace a streaming job. Stores a whole job: inputs, query, outputs. Members that you leave out get their defaults, so read the job first.
   *
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}`. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `StreamingJobs.Write`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `StreamingJobs.Read`, which the access policy must grant on `/subscriptions/{subscriptionId}/providers/Microsoft.StreamAnalytics/streamingjobs`. By default each instance sends at most 25 requests per second (burst 250) per subscription. */
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
   * Requires the app role `StreamingJobs.Operate`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}/start`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
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
   * Requires the app role `StreamingJobs.Operate`, which the access policy must grant on `/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}/stop`. Served only where the setting `OPERATIONS` names it. By default each instance sends at most 10 requests per second (burst 200) per subscription. */
  stopStreamingJob: {
    input: {
      subscriptionId: string;
      resourceGroupName: string;
      jobName: string;
    };
    responses: { 200: undefined; 201: undefined; 202: undefined; 204: undefined };
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
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod, agedAccountsReceivable, contactsInformation, documentAttachments. Example: `currency` */
      $expand?:
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
        | (string & {})
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
  /** Read a customer. Returns one customer; `$expand` adds currency, payment terms and more.
   *
   * Requires the app role `Customers.Read`, which the access policy must grant on `/companies/{companyId}`. */
  getCustomer: {
    input: {
      companyId: string;
      customerId: string;
      /** Comma separated list of customerFinancialDetails, picture, defaultDimensions, currency, paymentTerm, shipmentMethod, paymentMethod, agedAccountsReceivable, contactsInformation, documentAttachments. Example: `currency,paymentTerm` */
      $expand?:
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
        | (string & {})
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
