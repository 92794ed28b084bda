/** Successes of the API. Generated from docs/openapi.json by `npm run generate`; do not edit. */
import type { Contracts } from './contract.ts';
import type { Example } from './msw.ts';
import type { ProblemType } from './schema.ts';

export const PROBLEMS: Readonly<Record<ProblemType, readonly [status: number, message: string]>> = {
  unauthenticated: [401, 'A bearer token is required.'],
  invalid_token: [401, 'The bearer token is invalid.'],
  insufficient_scope: [403, 'The bearer token lacks the scope or role for this operation.'],
  forbidden: [403, 'You do not have access to this resource.'],
  auth_unavailable: [503, 'Tokens cannot be verified at the moment.'],
  policy_unavailable: [503, 'The access policy is not available at the moment.'],
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The request body is not valid JSON.'],
  json_too_deep: [400, 'The request body is nested too deeply.'],
  duplicate_member: [400, 'The request body has two properties of the same name.'],
  unsupported_api_version: [400, 'The api-version is not supported.'],
  invalid_cursor: [
    400,
    'The page token is not valid for this list, or older than a day. Start again from the first page.',
  ],
  invalid_operation_id: [
    400,
    'The address of the operation is not valid, or older than a day. Read the resource itself instead.',
  ],
  route_not_found: [404, 'No operation has this method and path.'],
  unsupported_in_batch: [400, 'A batch takes only requests that read. Send this one on its own.'],
  unsupported_dependency: [400, 'The parts of a batch must not depend on each other.'],
  batch_too_large: [507, 'The responses of the batch are too large. Send this request on its own.'],
  precondition_failed: [412, 'A precondition of the request failed.'],
  length_required: [411, 'The request body needs a Content-Length header.'],
  content_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The request body must be application/json without content encoding.'],
  throttled: [429, 'Too many requests; try again later.'],
  overloaded: [503, 'Too many requests are waiting; try again shortly.'],
  circuit_open: [503, 'The cloud service keeps failing, so requests to it are paused; try again later.'],
  identity_unavailable: [503, 'The managed identity is not available at the moment.'],
  upstream_refused: [400, 'The cloud service rejected the request.'],
  upstream_auth: [502, 'The cloud service rejected the managed identity.'],
  upstream_setup: [502, 'Frontdesk is not set up for this cloud service as it should be; its operators are told.'],
  upstream_unavailable: [503, 'The cloud service is not available at the moment.'],
  upstream_error: [502, 'The cloud service failed.'],
  upstream_unreachable: [502, 'The cloud service cannot be reached.'],
  upstream_invalid_response: [502, 'The cloud service returned a response that cannot be used.'],
  upstream_timeout: [504, 'The cloud service did not respond in time.'],
  internal_error: [500, 'The request failed.'],
};

export const CONTRACTS: Contracts = {
  AuthorizationRequest: {
    properties: { properties: { anyOf: [{ ref: 'AuthorizationPropertiesRequest' }, { values: [null] }] } },
  },
  AuthorizationPropertiesRequest: {
    properties: {
      authorizationType: { anyOf: [{ values: ['OAuth2'] }, { values: [null] }] },
      oauth2grantType: { anyOf: [{ values: ['AuthorizationCode', 'ClientCredentials'] }, { values: [null] }] },
      parameters: { anyOf: [{}, { values: [null] }] },
      status: { anyOf: [{}, { values: [null] }] },
      error: {
        anyOf: [{ properties: { code: { anyOf: [{}, { values: [null] }] }, message: {} } }, { values: [null] }],
      },
    },
  },
  LoginLinksRequest: { properties: { postLoginRedirectUrl: { anyOf: [{}, { values: [null] }] } } },
  ConsentCodeRequest: { properties: { consentCode: { anyOf: [{}, { values: [null] }] } } },
  ApiDiagnosticRequest: {
    required: ['properties'],
    properties: { properties: { ref: 'ApiDiagnosticPropertiesRequest' } },
  },
  ApiDiagnosticPropertiesRequest: {
    required: ['loggerId'],
    properties: {
      loggerId: {},
      alwaysLog: { anyOf: [{ values: ['allErrors'] }, { values: [null] }] },
      sampling: {
        anyOf: [
          {
            properties: {
              percentage: { anyOf: [{}, { values: [null] }] },
              samplingType: { anyOf: [{ values: ['fixed'] }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
      frontend: { anyOf: [{ ref: 'PipelineSettingsRequest' }, { values: [null] }] },
      backend: { anyOf: [{ ref: 'PipelineSettingsRequest' }, { values: [null] }] },
      enableHttpCorrelationHeaders: { anyOf: [{}, { values: [null] }] },
      httpCorrelationProtocol: { anyOf: [{ values: ['Legacy', 'None', 'W3C'] }, { values: [null] }] },
      verbosity: { anyOf: [{ values: ['error', 'information', 'verbose'] }, { values: [null] }] },
      logClientIp: {},
      metrics: {},
      operationNameFormat: { anyOf: [{}, { values: [null] }] },
    },
  },
  PipelineSettingsRequest: {
    properties: {
      request: { anyOf: [{ ref: 'HttpMessageSettingsRequest' }, { values: [null] }] },
      response: { anyOf: [{ ref: 'HttpMessageSettingsRequest' }, { values: [null] }] },
    },
  },
  HttpMessageSettingsRequest: {
    properties: {
      body: { anyOf: [{ properties: { bytes: { anyOf: [{}, { values: [null] }] } } }, { values: [null] }] },
      headers: { anyOf: [{ items: {} }, { values: [null] }] },
    },
  },
  ApiDiagnosticChangeRequest: {
    required: ['properties'],
    properties: {
      properties: {
        properties: {
          loggerId: { anyOf: [{}, { values: [null] }] },
          alwaysLog: { anyOf: [{ values: ['allErrors'] }, { values: [null] }] },
          sampling: {
            anyOf: [
              {
                properties: {
                  percentage: { anyOf: [{}, { values: [null] }] },
                  samplingType: { anyOf: [{ values: ['fixed'] }, { values: [null] }] },
                },
              },
              { values: [null] },
            ],
          },
          frontend: { anyOf: [{ ref: 'PipelineSettingsRequest' }, { values: [null] }] },
          backend: { anyOf: [{ ref: 'PipelineSettingsRequest' }, { values: [null] }] },
          enableHttpCorrelationHeaders: { anyOf: [{}, { values: [null] }] },
          httpCorrelationProtocol: { anyOf: [{ values: ['Legacy', 'None', 'W3C'] }, { values: [null] }] },
          verbosity: { anyOf: [{ values: ['error', 'information', 'verbose'] }, { values: [null] }] },
          logClientIp: {},
          metrics: {},
          operationNameFormat: { anyOf: [{}, { values: [null] }] },
        },
      },
    },
  },
  StreamingJobRequest: {
    required: ['properties'],
    properties: {
      location: { anyOf: [{}, { values: [null] }] },
      tags: { anyOf: [{}, { values: [null] }] },
      identity: {
        anyOf: [
          {
            properties: {
              tenantId: {},
              principalId: {},
              type: {},
              userAssignedIdentities: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
      properties: { ref: 'StreamingJobPropertiesRequest' },
    },
  },
  StreamingJobPropertiesRequest: {
    required: ['sku'],
    properties: {
      sku: { required: ['name'], properties: { name: { values: ['Standard'] } } },
      jobType: { anyOf: [{ values: ['Cloud', 'Edge'] }, { values: [null] }] },
      cluster: { anyOf: [{ properties: { id: { anyOf: [{}, { values: [null] }] } } }, { values: [null] }] },
      compatibilityLevel: { anyOf: [{}, { values: [null] }] },
      contentStoragePolicy: { anyOf: [{ values: ['JobStorageAccount', 'SystemAccount'] }, { values: [null] }] },
      jobStorageAccount: {
        anyOf: [
          {
            properties: {
              accountName: {},
              accountKey: { anyOf: [{}, { values: [null] }] },
              authenticationMode: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
      subnetResourceId: { anyOf: [{}, { values: [null] }] },
      dataLocale: { anyOf: [{}, { values: [null] }] },
      eventsLateArrivalMaxDelayInSeconds: { anyOf: [{}, { values: [null] }] },
      eventsOutOfOrderMaxDelayInSeconds: { anyOf: [{}, { values: [null] }] },
      eventsOutOfOrderPolicy: { anyOf: [{}, { values: [null] }] },
      outputErrorPolicy: { anyOf: [{ values: ['Stop', 'Drop'] }, { values: [null] }] },
      outputStartMode: {
        anyOf: [{ values: ['JobStartTime', 'CustomTime', 'LastOutputEventTime'] }, { values: [null] }],
      },
      outputStartTime: { anyOf: [{}, { values: [null] }] },
      inputs: { anyOf: [{ items: { ref: 'StreamingInputRequest' } }, { values: [null] }] },
      outputs: { anyOf: [{ items: { ref: 'StreamingOutputRequest' } }, { values: [null] }] },
      functions: { anyOf: [{ items: { ref: 'StreamingFunctionRequest' } }, { values: [null] }] },
      transformation: { anyOf: [{ ref: 'StreamingTransformationRequest' }, { values: [null] }] },
    },
  },
  StreamingInputRequest: {
    required: ['name', 'properties'],
    properties: {
      name: {},
      properties: {
        anyOf: [
          { ref: 'StreamingStreamInputRequest' },
          { ref: 'StreamingReferenceInputRequest' },
          { required: ['type'], properties: { type: {} } },
        ],
      },
    },
  },
  StreamingStreamInputRequest: {
    required: ['type', 'serialization'],
    properties: {
      type: { values: ['Stream'] },
      compression: { anyOf: [{ properties: { type: {} } }, { values: [null] }] },
      datasource: {
        anyOf: [
          {
            anyOf: [
              { ref: 'BlobStreamInputRequest' },
              { ref: 'EventHubStreamInputRequest' },
              { ref: 'EventHubV2StreamInputRequest' },
              { ref: 'IotHubStreamInputRequest' },
              { ref: 'GatewayMessageBusStreamInputRequest' },
              { required: ['type'], properties: { type: {} } },
            ],
          },
          { values: [null] },
        ],
      },
      diagnostics: {
        anyOf: [
          {
            properties: {
              conditions: {
                anyOf: [{ items: { properties: { since: {}, code: {}, message: {} } } }, { values: [null] }],
              },
            },
          },
          { values: [null] },
        ],
      },
      partitionKey: { anyOf: [{}, { values: [null] }] },
      serialization: {
        anyOf: [
          { ref: 'AvroSerializationRequest' },
          { ref: 'ParquetSerializationRequest' },
          { ref: 'CsvSerializationRequest' },
          { ref: 'JsonSerializationRequest' },
          { required: ['type'], properties: { type: {} } },
        ],
      },
    },
  },
  BlobStreamInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Storage/Blob'] },
      properties: {
        anyOf: [
          {
            properties: {
              storageAccounts: {
                anyOf: [
                  { items: { properties: { accountName: {}, accountKey: { anyOf: [{}, { values: [null] }] } } } },
                  { values: [null] },
                ],
              },
              container: {},
              pathPattern: {},
              dateFormat: {},
              timeFormat: {},
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              sourcePartitionCount: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  EventHubStreamInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.ServiceBus/EventHub'] },
      properties: {
        anyOf: [
          {
            properties: {
              serviceBusNamespace: {},
              sharedAccessPolicyName: {},
              sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              eventHubName: {},
              consumerGroupName: {},
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  EventHubV2StreamInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.EventHub/EventHub'] },
      properties: {
        anyOf: [
          {
            properties: {
              serviceBusNamespace: {},
              sharedAccessPolicyName: {},
              sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              eventHubName: {},
              consumerGroupName: {},
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  IotHubStreamInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Devices/IotHubs'] },
      properties: {
        anyOf: [
          {
            properties: {
              iotHubNamespace: {},
              sharedAccessPolicyName: {},
              sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
              consumerGroupName: {},
              endpoint: {},
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  GatewayMessageBusStreamInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['GatewayMessageBus'] },
      properties: { anyOf: [{ properties: { topic: {} } }, { values: [null] }] },
    },
  },
  AvroSerializationRequest: { required: ['type'], properties: { type: { values: ['Avro'] } } },
  ParquetSerializationRequest: { required: ['type'], properties: { type: { values: ['Parquet'] } } },
  CsvSerializationRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Csv'] },
      properties: {
        anyOf: [
          { properties: { fieldDelimiter: {}, encoding: { anyOf: [{}, { values: [null] }] } } },
          { values: [null] },
        ],
      },
    },
  },
  JsonSerializationRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Json'] },
      properties: {
        anyOf: [
          {
            properties: {
              encoding: { anyOf: [{}, { values: [null] }] },
              format: { anyOf: [{ values: ['lineSeparated', 'array', 'LineSeparated', 'Array'] }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  StreamingReferenceInputRequest: {
    required: ['type', 'serialization'],
    properties: {
      type: { values: ['Reference'] },
      compression: { anyOf: [{ properties: { type: {} } }, { values: [null] }] },
      datasource: {
        anyOf: [
          {
            anyOf: [
              { ref: 'BlobReferenceInputRequest' },
              { ref: 'FileReferenceInputRequest' },
              { ref: 'SqlReferenceInputRequest' },
              { required: ['type'], properties: { type: {} } },
            ],
          },
          { values: [null] },
        ],
      },
      diagnostics: {
        anyOf: [
          {
            properties: {
              conditions: {
                anyOf: [{ items: { properties: { since: {}, code: {}, message: {} } } }, { values: [null] }],
              },
            },
          },
          { values: [null] },
        ],
      },
      partitionKey: { anyOf: [{}, { values: [null] }] },
      serialization: {
        anyOf: [
          { ref: 'AvroSerializationRequest' },
          { ref: 'ParquetSerializationRequest' },
          { ref: 'CsvSerializationRequest' },
          { ref: 'JsonSerializationRequest' },
          { required: ['type'], properties: { type: {} } },
        ],
      },
    },
  },
  BlobReferenceInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Storage/Blob'] },
      properties: {
        anyOf: [
          {
            properties: {
              storageAccounts: {
                anyOf: [
                  { items: { properties: { accountName: {}, accountKey: { anyOf: [{}, { values: [null] }] } } } },
                  { values: [null] },
                ],
              },
              container: {},
              pathPattern: {},
              dateFormat: {},
              timeFormat: {},
              authenticationMode: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  FileReferenceInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['File'] },
      properties: { anyOf: [{ properties: { path: {} } }, { values: [null] }] },
    },
  },
  SqlReferenceInputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Sql/Server/Database'] },
      properties: {
        anyOf: [
          {
            properties: {
              server: {},
              database: {},
              table: {},
              user: {},
              password: { anyOf: [{}, { values: [null] }] },
              fullSnapshotQuery: {},
              deltaSnapshotQuery: { anyOf: [{}, { values: [null] }] },
              refreshRate: { anyOf: [{}, { values: [null] }] },
              refreshType: {
                anyOf: [
                  { values: ['Static', 'RefreshPeriodicallyWithFull', 'RefreshPeriodicallyWithDelta'] },
                  { values: [null] },
                ],
              },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  StreamingOutputRequest: {
    required: ['name', 'properties'],
    properties: { name: {}, properties: { ref: 'StreamingOutputPropertiesRequest' } },
  },
  StreamingOutputPropertiesRequest: {
    required: ['datasource', 'serialization'],
    properties: {
      datasource: {
        anyOf: [
          { ref: 'SqlDatabaseOutputRequest' },
          { ref: 'SqlDataWarehouseOutputRequest' },
          { ref: 'DocumentDbOutputRequest' },
          { ref: 'QueueOutputRequest' },
          { ref: 'TopicOutputRequest' },
          { ref: 'EventHubOutputRequest' },
          { ref: 'EventHubV2OutputRequest' },
          { ref: 'GatewayMessageBusOutputRequest' },
          { ref: 'DataLakeOutputRequest' },
          { ref: 'TableOutputRequest' },
          { ref: 'BlobOutputRequest' },
          { ref: 'FunctionAppOutputRequest' },
          { ref: 'DashboardOutputRequest' },
          { required: ['type'], properties: { type: {} } },
        ],
      },
      serialization: {
        anyOf: [
          { ref: 'AvroSerializationRequest' },
          { ref: 'ParquetSerializationRequest' },
          { ref: 'CsvSerializationRequest' },
          { ref: 'JsonSerializationRequest' },
          { required: ['type'], properties: { type: {} } },
        ],
      },
      diagnostics: {
        anyOf: [
          {
            properties: {
              conditions: {
                anyOf: [{ items: { properties: { since: {}, code: {}, message: {} } } }, { values: [null] }],
              },
            },
          },
          { values: [null] },
        ],
      },
      sizeWindow: { anyOf: [{}, { values: [null] }] },
      timeWindow: { anyOf: [{}, { values: [null] }] },
    },
  },
  SqlDatabaseOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.Sql/Server/Database'] },
      properties: {
        required: ['server', 'database', 'table'],
        properties: {
          server: {},
          database: {},
          table: {},
          user: { anyOf: [{}, { values: [null] }] },
          password: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
          maxBatchCount: { anyOf: [{}, { values: [null] }] },
          maxWriterCount: { anyOf: [{ values: [0, 1] }, { values: [null] }] },
        },
      },
    },
  },
  SqlDataWarehouseOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.Sql/Server/DataWarehouse'] },
      properties: {
        required: ['server', 'database', 'table'],
        properties: {
          server: {},
          database: {},
          table: {},
          user: { anyOf: [{}, { values: [null] }] },
          password: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
        },
      },
    },
  },
  DocumentDbOutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Storage/DocumentDB'] },
      properties: {
        anyOf: [
          {
            properties: {
              accountId: {},
              accountKey: { anyOf: [{}, { values: [null] }] },
              database: {},
              collectionNamePattern: {},
              partitionKey: {},
              documentId: {},
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  QueueOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.ServiceBus/Queue'] },
      properties: {
        required: ['queueName', 'serviceBusNamespace'],
        properties: {
          queueName: {},
          serviceBusNamespace: {},
          sharedAccessPolicyName: { anyOf: [{}, { values: [null] }] },
          sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
          propertyColumns: { anyOf: [{ items: {} }, { values: [null] }] },
          systemPropertyColumns: { anyOf: [{}, { values: [null] }] },
        },
      },
    },
  },
  TopicOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.ServiceBus/Topic'] },
      properties: {
        required: ['topicName', 'serviceBusNamespace'],
        properties: {
          topicName: {},
          serviceBusNamespace: {},
          sharedAccessPolicyName: { anyOf: [{}, { values: [null] }] },
          sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
          propertyColumns: { anyOf: [{ items: {} }, { values: [null] }] },
          systemPropertyColumns: { anyOf: [{}, { values: [null] }] },
        },
      },
    },
  },
  EventHubOutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.ServiceBus/EventHub'] },
      properties: {
        anyOf: [
          {
            properties: {
              serviceBusNamespace: {},
              sharedAccessPolicyName: {},
              sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              eventHubName: {},
              partitionKey: {},
              propertyColumns: { anyOf: [{ items: {} }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  EventHubV2OutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.EventHub/EventHub'] },
      properties: {
        anyOf: [
          {
            properties: {
              serviceBusNamespace: {},
              sharedAccessPolicyName: {},
              sharedAccessPolicyKey: { anyOf: [{}, { values: [null] }] },
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              eventHubName: {},
              partitionKey: {},
              propertyColumns: { anyOf: [{ items: {} }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  GatewayMessageBusOutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['GatewayMessageBus'] },
      properties: { anyOf: [{ properties: { topic: {} } }, { values: [null] }] },
    },
  },
  DataLakeOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.DataLake/Accounts'] },
      properties: {
        required: ['accountName', 'filePathPrefix', 'tenantId'],
        properties: {
          accountName: {},
          filePathPrefix: {},
          tenantId: {},
          refreshToken: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
          dateFormat: { anyOf: [{}, { values: [null] }] },
          timeFormat: { anyOf: [{}, { values: [null] }] },
          tokenUserDisplayName: {},
          tokenUserPrincipalName: {},
        },
      },
    },
  },
  TableOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['Vendor.Storage/Table'] },
      properties: {
        required: ['accountName'],
        properties: {
          accountName: {},
          accountKey: { anyOf: [{}, { values: [null] }] },
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
          batchSize: { anyOf: [{}, { values: [null] }] },
          columnsToRemove: { anyOf: [{ items: {} }, { values: [null] }] },
          table: {},
          partitionKey: {},
          rowKey: {},
        },
      },
    },
  },
  BlobOutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.Storage/Blob'] },
      properties: {
        anyOf: [
          {
            properties: {
              storageAccounts: {
                anyOf: [
                  { items: { properties: { accountName: {}, accountKey: { anyOf: [{}, { values: [null] }] } } } },
                  { values: [null] },
                ],
              },
              container: {},
              pathPattern: {},
              dateFormat: {},
              timeFormat: {},
              authenticationMode: { anyOf: [{}, { values: [null] }] },
              blobPathPrefix: {},
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  FunctionAppOutputRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.FunctionApp'] },
      properties: {
        anyOf: [
          {
            properties: {
              functionAppName: {},
              functionName: {},
              apiKey: { anyOf: [{}, { values: [null] }] },
              maxBatchCount: { anyOf: [{}, { values: [null] }] },
              maxBatchSize: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  DashboardOutputRequest: {
    required: ['type', 'properties'],
    properties: {
      type: { values: ['BiDashboard'] },
      properties: {
        required: ['dataset', 'table'],
        properties: {
          dataset: {},
          table: {},
          refreshToken: { anyOf: [{}, { values: [null] }] },
          groupId: {},
          groupName: {},
          tokenUserDisplayName: {},
          tokenUserPrincipalName: {},
          authenticationMode: { anyOf: [{ values: ['Msi', 'UserToken', 'ConnectionString'] }, { values: [null] }] },
        },
      },
    },
  },
  StreamingFunctionRequest: {
    required: ['name'],
    properties: {
      name: {},
      properties: {
        anyOf: [
          {
            anyOf: [
              { ref: 'StreamingAggregateFunctionRequest' },
              { ref: 'StreamingScalarFunctionRequest' },
              { required: ['type'], properties: { type: {} } },
            ],
          },
          { values: [null] },
        ],
      },
    },
  },
  StreamingAggregateFunctionRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Aggregate'] },
      binding: {
        anyOf: [
          {
            anyOf: [
              { ref: 'MachineLearningBindingRequest' },
              { ref: 'JavaScriptBindingRequest' },
              { required: ['type'], properties: { type: {} } },
            ],
          },
          { values: [null] },
        ],
      },
      inputs: {
        anyOf: [{ items: { properties: { dataType: {}, isConfigurationParameter: {} } } }, { values: [null] }],
      },
      output: { anyOf: [{ properties: { dataType: {} } }, { values: [null] }] },
      properties: {
        anyOf: [
          {
            properties: {
              binding: {
                anyOf: [
                  {
                    anyOf: [
                      { ref: 'MachineLearningBindingRequest' },
                      { ref: 'JavaScriptBindingRequest' },
                      { required: ['type'], properties: { type: {} } },
                    ],
                  },
                  { values: [null] },
                ],
              },
              inputs: {
                anyOf: [{ items: { properties: { dataType: {}, isConfigurationParameter: {} } } }, { values: [null] }],
              },
              output: { anyOf: [{ properties: { dataType: {} } }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  MachineLearningBindingRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.MachineLearning/WebService'] },
      properties: {
        anyOf: [
          {
            properties: {
              endpoint: { anyOf: [{}, { values: [null] }] },
              apiKey: { anyOf: [{}, { values: [null] }] },
              batchSize: { anyOf: [{}, { values: [null] }] },
              inputs: {
                anyOf: [
                  {
                    properties: {
                      name: {},
                      columnNames: {
                        anyOf: [
                          {
                            items: {
                              properties: { name: {}, dataType: {}, mapTo: { anyOf: [{}, { values: [null] }] } },
                            },
                          },
                          { values: [null] },
                        ],
                      },
                    },
                  },
                  { values: [null] },
                ],
              },
              outputs: { anyOf: [{ items: { properties: { name: {}, dataType: {} } } }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  JavaScriptBindingRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Vendor.StreamAnalytics/JavascriptUdf'] },
      properties: { anyOf: [{ properties: { script: {} } }, { values: [null] }] },
    },
  },
  StreamingScalarFunctionRequest: {
    required: ['type'],
    properties: {
      type: { values: ['Scalar'] },
      binding: {
        anyOf: [
          {
            anyOf: [
              { ref: 'MachineLearningBindingRequest' },
              { ref: 'JavaScriptBindingRequest' },
              { required: ['type'], properties: { type: {} } },
            ],
          },
          { values: [null] },
        ],
      },
      inputs: {
        anyOf: [{ items: { properties: { dataType: {}, isConfigurationParameter: {} } } }, { values: [null] }],
      },
      output: { anyOf: [{ properties: { dataType: {} } }, { values: [null] }] },
      properties: {
        anyOf: [
          {
            properties: {
              binding: {
                anyOf: [
                  {
                    anyOf: [
                      { ref: 'MachineLearningBindingRequest' },
                      { ref: 'JavaScriptBindingRequest' },
                      { required: ['type'], properties: { type: {} } },
                    ],
                  },
                  { values: [null] },
                ],
              },
              inputs: {
                anyOf: [{ items: { properties: { dataType: {}, isConfigurationParameter: {} } } }, { values: [null] }],
              },
              output: { anyOf: [{ properties: { dataType: {} } }, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  StreamingTransformationRequest: {
    required: ['name', 'properties'],
    properties: {
      name: {},
      properties: {
        required: ['query'],
        properties: {
          query: {},
          streamingUnits: { anyOf: [{}, { values: [null] }] },
          validStreamingUnits: { anyOf: [{ items: {} }, { values: [null] }] },
        },
      },
    },
  },
  StreamingJobChangeRequest: {
    properties: {
      location: {},
      tags: { anyOf: [{}, { values: [null] }] },
      identity: {
        anyOf: [
          {
            properties: {
              tenantId: {},
              principalId: {},
              type: {},
              userAssignedIdentities: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
      properties: {
        anyOf: [
          {
            properties: {
              jobType: { anyOf: [{ values: ['Cloud', 'Edge'] }, { values: [null] }] },
              cluster: { anyOf: [{ properties: { id: { anyOf: [{}, { values: [null] }] } } }, { values: [null] }] },
              compatibilityLevel: { anyOf: [{}, { values: [null] }] },
              contentStoragePolicy: { anyOf: [{ values: ['JobStorageAccount', 'SystemAccount'] }, { values: [null] }] },
              jobStorageAccount: {
                anyOf: [
                  {
                    properties: {
                      accountName: {},
                      accountKey: { anyOf: [{}, { values: [null] }] },
                      authenticationMode: { anyOf: [{}, { values: [null] }] },
                    },
                  },
                  { values: [null] },
                ],
              },
              subnetResourceId: { anyOf: [{}, { values: [null] }] },
              dataLocale: { anyOf: [{}, { values: [null] }] },
              eventsLateArrivalMaxDelayInSeconds: { anyOf: [{}, { values: [null] }] },
              eventsOutOfOrderMaxDelayInSeconds: { anyOf: [{}, { values: [null] }] },
              eventsOutOfOrderPolicy: { anyOf: [{}, { values: [null] }] },
              outputErrorPolicy: { anyOf: [{ values: ['Stop', 'Drop'] }, { values: [null] }] },
              outputStartMode: {
                anyOf: [{ values: ['JobStartTime', 'CustomTime', 'LastOutputEventTime'] }, { values: [null] }],
              },
              outputStartTime: { anyOf: [{}, { values: [null] }] },
              sku: {
                anyOf: [
                  { properties: { name: { anyOf: [{ values: ['Standard'] }, { values: [null] }] } } },
                  { values: [null] },
                ],
              },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  StreamingJobStartRequest: {
    properties: {
      outputStartMode: {
        anyOf: [{ values: ['JobStartTime', 'CustomTime', 'LastOutputEventTime'] }, { values: [null] }],
      },
      outputStartTime: { anyOf: [{}, { values: [null] }] },
    },
  },
  RestorePointSearchRequest: {
    required: ['protectionUnitIds', 'protectionTimePeriod'],
    properties: {
      protectionUnitIds: { items: {} },
      protectionTimePeriod: {
        required: ['startDateTime'],
        properties: { startDateTime: {}, endDateTime: { anyOf: [{}, { values: [null] }] } },
      },
      restorePointPreference: { anyOf: [{ values: ['latest', 'oldest'] }, { values: [null] }] },
      tags: {
        anyOf: [
          { values: ['none', 'fastRestore', 'unknownFutureValue', 'None', 'FastRestore', 'UnknownFutureValue'] },
          { values: [null] },
        ],
      },
      artifactQuery: {
        anyOf: [
          {
            properties: {
              queryExpression: { anyOf: [{}, { values: [null] }] },
              artifactType: { anyOf: [{}, { values: [null] }] },
            },
          },
          { values: [null] },
        ],
      },
    },
  },
  ModelCopyRequest: {
    required: ['modelId'],
    properties: {
      modelId: {},
      description: { anyOf: [{}, { values: [null] }] },
      tags: { anyOf: [{}, { values: [null] }] },
    },
  },
  BatchRequest: {
    required: ['requests'],
    properties: {
      requests: {
        items: {
          required: ['id', 'method', 'url'],
          properties: {
            id: {},
            method: {},
            url: {},
            headers: { anyOf: [{}, { values: [null] }] },
            body: {},
            dependsOn: { anyOf: [{ items: {} }, { values: [null] }] },
          },
        },
      },
    },
  },
};

const ELEMENT_1 = {
  id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/providers/Vendor.ResourceHealth/events/VMW5-9QG',
  name: 'VMW5-9QG',
  type: 'Vendor.ResourceHealth/events',
  systemData: {
    createdBy: 'health@vendor.example',
    createdByType: 'Application',
    createdAt: '2026-11-19T06:10:00Z',
    lastModifiedBy: 'health@vendor.example',
    lastModifiedByType: 'Application',
    lastModifiedAt: '2026-11-19T08:30:00Z',
  },
  properties: {
    eventSource: 'ServiceHealth',
    isHIR: true,
    platformInitiated: true,
    enableMicrosoftSupport: true,
    enableChatWithUs: false,
    eventType: 'ServiceIssue',
    status: 'Active',
    eventLevel: 'Critical',
    level: 'Critical',
    title: 'Virtual machines unreachable in West Europe',
    summary: 'Virtual machines in one zone do not answer on the network.',
    description: 'A cooling unit failed at 06:10 UTC. Racks in one zone were switched off to protect the hardware.',
    header: 'Your service might have been impacted by a service issue',
    article: { articleContent: '<p>Cooling unit failure</p>', articleId: 'VMW5-9QG_1', parameters: { zone: '2' } },
    links: [
      {
        type: 'Button',
        displayText: { value: 'See impacted resources', localizedValue: 'See impacted resources' },
        extensionName: 'Health_Extension',
        bladeName: 'ImpactedResources',
        parameters: { trackingId: 'VMW5-9QG' },
      },
      {
        type: 'Hyperlink',
        displayText: { value: 'Support', localizedValue: 'Support' },
        extensionName: 'Support_Extension',
        bladeName: 'NewRequest',
        parameters: {},
      },
    ],
    eventTags: ['Action Recommended'],
    recommendedActions: {
      message: 'Move to another zone',
      actions: [
        { groupId: 1, actionText: 'Start a replica in zone 1 or 3.' },
        { groupId: 1, actionText: 'Point the load balancer at it.' },
      ],
      localeCode: 'en',
    },
    faqs: [{ question: 'Is my data safe?', answer: 'Yes: the disks are not affected.', localeCode: 'en' }],
    additionalInformation: { message: 'The next update follows within two hours.' },
    hirStage: 'active',
    priority: 0,
    impactStartTime: '2026-11-19T06:10:00Z',
    lastUpdateTime: '2026-11-19T08:30:00Z',
    impactType: 'Unavailable',
    externalIncidentId: '412773001',
    reason: 'Facility',
    impact: [
      {
        impactedService: 'Virtual Machines',
        impactedServiceGuid: '51000000-0000-4000-8000-000000000001',
        impactedRegions: [
          {
            impactedRegion: 'West Europe',
            status: 'Active',
            impactedTenants: ['c0a70500-0000-4000-8000-000000000001'],
            lastUpdateTime: '2026-11-19T08:30:00Z',
            updates: [
              { summary: 'Half of the racks are back.', updateDateTime: '2026-11-19T08:30:00Z', eventTags: [] },
              { summary: 'We are looking into it.', updateDateTime: '2026-11-19T06:45:00Z', eventTags: [] },
            ],
            impactedSubscriptions: ['5ab00000-0000-4000-8000-00000000000a'],
          },
        ],
      },
      {
        impactedService: 'SQL Database',
        impactedServiceGuid: '51000000-0000-4000-8000-000000000002',
        impactedRegions: [
          {
            impactedRegion: 'West Europe',
            status: 'Active',
            impactedTenants: ['c0a70500-0000-4000-8000-000000000001'],
            lastUpdateTime: '2026-11-19T07:00:00Z',
            updates: [{ summary: 'Failing over.', updateDateTime: '2026-11-19T07:00:00Z', eventTags: [] }],
            impactedSubscriptions: ['5ab00000-0000-4000-8000-00000000000a'],
          },
        ],
      },
    ],
  },
};

const ELEMENT_2 = {
  id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/providers/Vendor.ResourceHealth/events/BT_1-5F8',
  name: 'BT_1-5F8',
  type: 'Vendor.ResourceHealth/events',
  systemData: {
    createdBy: 'health@vendor.example',
    createdByType: 'ManagedIdentity',
    createdAt: '2026-10-02T14:00:00Z',
    lastModifiedBy: 'health@vendor.example',
    lastModifiedByType: 'ManagedIdentity',
    lastModifiedAt: '2026-10-03T09:00:00Z',
  },
  properties: {
    eventSource: 'ResourceHealth',
    isHIR: false,
    platformInitiated: false,
    enableMicrosoftSupport: true,
    enableChatWithUs: false,
    eventType: 'ServiceIssue',
    status: 'Resolved',
    eventLevel: 'Error',
    level: 'Warning',
    title: 'Slow logins to SQL databases',
    summary: 'Logins took up to 30 seconds.',
    eventTags: ['Preliminary PIR'],
    priority: 7,
    impactStartTime: '2026-10-02T14:00:00Z',
    impactMitigationTime: '2026-10-02T16:30:00Z',
    lastUpdateTime: '2026-10-03T09:00:00Z',
    duration: 9000,
    impactType: 'Degraded',
    impact: [
      {
        impactedService: 'SQL Database',
        impactedServiceGuid: '51000000-0000-4000-8000-000000000002',
        impactedRegions: [
          {
            impactedRegion: 'North Europe',
            status: 'Resolved',
            impactedTenants: ['c0a70500-0000-4000-8000-000000000001'],
            lastUpdateTime: '2026-11-02T09:00:00Z',
            updates: [],
            impactedSubscriptions: ['5ab00000-0000-4000-8000-00000000000a'],
          },
        ],
      },
    ],
  },
};

const ELEMENT_3 = {
  tags: { team: 'shop' },
  properties: {
    outputErrorPolicy: 'Drop',
    eventsOutOfOrderMaxDelayInSeconds: 0,
    eventsLateArrivalMaxDelayInSeconds: -1,
    dataLocale: 'en-US',
    compatibilityLevel: '1.0',
    sku: { name: 'Standard' },
    jobId: '00000000-0000-4000-8000-000000000001',
    createdDate: '2026-01-15T09:30:00.000Z',
    provisioningState: 'Succeeded',
    jobState: 'Created',
    lastOutputEventTime: null,
    etag: '00000000-0000-4000-8000-000000000002',
  },
  id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/orders-per-minute',
  name: 'orders-per-minute',
  type: 'Vendor.StreamAnalytics/streamingjobs',
  location: 'West Europe',
};

const ELEMENT_4 = {
  tags: { team: 'shop' },
  properties: {
    outputErrorPolicy: 'Stop',
    eventsOutOfOrderMaxDelayInSeconds: 0,
    eventsLateArrivalMaxDelayInSeconds: -1,
    dataLocale: 'en-US',
    compatibilityLevel: '1.0',
    sku: { name: 'Standard' },
    jobId: '00000000-0000-4000-8000-000000000003',
    createdDate: '2026-01-15T09:30:00.000Z',
    provisioningState: 'Succeeded',
    jobState: 'Running',
    lastOutputEventTime: null,
    etag: '00000000-0000-4000-8000-000000000004',
  },
  id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/visits-per-page',
  name: 'visits-per-page',
  type: 'Vendor.StreamAnalytics/streamingjobs',
  location: 'West Europe',
};

export const EXAMPLES: Readonly<Record<string, Example>> = {
  createOrUpdateAuthorization: {
    method: 'put',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    status: 200,
    accepts: 'AuthorizationRequest',
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/authorizationProviders/github/authorizations/build',
      type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
      name: 'build',
      properties: {
        authorizationType: 'OAuth2',
        oauth2grantType: 'ClientCredentials',
        parameters: { clientId: 'shop' },
        status: 'Connected',
      },
    },
  },
  getAuthorization: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    status: 200,
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/authorizationProviders/github/authorizations/nightly',
      name: 'nightly',
      type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
      properties: {
        authorizationType: 'OAuth2',
        oauth2grantType: 'AuthorizationCode',
        error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
        status: 'Error',
      },
    },
  },
  deleteAuthorization: {
    method: 'delete',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
    status: 200,
  },
  listAuthorizations: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations',
    status: 200,
    body: {
      value: [
        {
          id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/authorizationProviders/github/authorizations/nightly',
          name: 'nightly',
          type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
          properties: {
            authorizationType: 'OAuth2',
            oauth2grantType: 'AuthorizationCode',
            error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
            status: 'Error',
          },
        },
        {
          id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/authorizationProviders/github/authorizations/release',
          name: 'release',
          type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
          properties: {
            authorizationType: 'OAuth2',
            oauth2grantType: 'ClientCredentials',
            parameters: { clientId: 'release-client' },
            status: 'Connected',
          },
        },
      ],
      count: 2,
      nextLink: '',
    },
  },
  getAuthorizationLoginLinks: {
    method: 'post',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/getLoginLinks',
    status: 200,
    accepts: 'LoginLinksRequest',
    body: {
      loginLink:
        'https://consent.vendor.example/redirect/apim/login?data=eyJhdXRob3JpemF0aW9uIjoiL3N1YnNjcmlwdGlvbnMvNWFiMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDBhL3Jlc291cmNlR3JvdXBzL3JnLXNob3AvcHJvdmlkZXJzL1ZlbmRvci5BcGlNYW5hZ2VtZW50L3NlcnZpY2UvZ2F0ZXdheS1zaG9wL2F1dGhvcml6YXRpb25Qcm92aWRlcnMvZ2l0aHViL2F1dGhvcml6YXRpb25zL25pZ2h0bHkiLCJwb3N0TG9naW5SZWRpcmVjdFVybCI6Imh0dHA6Ly8xMjcuMC4wLjE6NzA3MS9jb25zb2xlIn0',
    },
  },
  confirmAuthorizationConsentCode: {
    method: 'post',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}/confirmConsentCode',
    status: 200,
    accepts: 'ConsentCodeRequest',
  },
  createOrUpdateApiDiagnostic: {
    method: 'put',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    status: 200,
    accepts: 'ApiDiagnosticRequest',
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/apis/orders/diagnostics/monitor',
      type: 'Vendor.ApiManagement/service/apis/diagnostics',
      name: 'monitor',
      properties: {
        enableHttpCorrelationHeaders: true,
        loggerId: '/loggers/insights',
        alwaysLog: 'allErrors',
        sampling: { samplingType: 'fixed', percentage: 50 },
      },
    },
  },
  updateApiDiagnostic: {
    method: 'patch',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    status: 200,
    accepts: 'ApiDiagnosticChangeRequest',
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/apis/orders/diagnostics/applicationinsights',
      name: 'applicationinsights',
      type: 'Vendor.ApiManagement/service/apis/diagnostics',
      properties: { loggerId: '/loggers/insights', alwaysLog: 'allErrors', verbosity: 'error' },
    },
  },
  getApiDiagnostic: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    status: 200,
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/apis/orders/diagnostics/applicationinsights',
      name: 'applicationinsights',
      type: 'Vendor.ApiManagement/service/apis/diagnostics',
      properties: { loggerId: '/loggers/insights', alwaysLog: 'allErrors', verbosity: 'error' },
    },
  },
  deleteApiDiagnostic: {
    method: 'delete',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
    status: 200,
  },
  listApiDiagnostics: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics',
    status: 200,
    body: {
      value: [
        {
          id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway-shop/apis/orders/diagnostics/applicationinsights',
          name: 'applicationinsights',
          type: 'Vendor.ApiManagement/service/apis/diagnostics',
          properties: { loggerId: '/loggers/insights', alwaysLog: 'allErrors', verbosity: 'error' },
        },
      ],
      count: 1,
    },
  },
  listHealthEvents: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events',
    status: 200,
    body: {
      value: [ELEMENT_1, ELEMENT_2],
      nextLink:
        'http://127.0.0.1:7071/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines/vm-web/providers/Vendor.ResourceHealth/events?api-version=2025-05-01&$skipToken=opaque-page-token',
    },
    isStored: true,
  },
  listNestedHealthEvents: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{resourceProviderNamespace}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events',
    status: 200,
    body: {
      value: [
        ELEMENT_2,
        {
          id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/providers/Vendor.ResourceHealth/events/3LWM-7Z0',
          name: '3LWM-7Z0',
          type: 'Vendor.ResourceHealth/events',
          systemData: {
            createdBy: 'health@vendor.example',
            createdByType: 'Key',
            createdAt: '2026-09-11T01:00:00Z',
            lastModifiedBy: 'health@vendor.example',
            lastModifiedByType: 'Key',
            lastModifiedAt: '2026-09-11T02:00:00Z',
          },
          properties: {
            eventSource: 'ServiceHealth',
            isHIR: false,
            platformInitiated: true,
            enableMicrosoftSupport: true,
            enableChatWithUs: false,
            eventType: 'ServiceIssue',
            status: 'Resolved',
            eventLevel: 'Warning',
            title: 'Alerts sent twice',
            summary: 'The alert was a false positive.',
            eventTags: ['False Positive'],
            priority: 9,
            impactStartTime: '2026-09-11T01:00:00Z',
            impactMitigationTime: '2026-09-11T01:20:00Z',
            lastUpdateTime: '2026-09-11T02:00:00Z',
            duration: 1200,
            impact: [
              {
                impactedService: 'Alerts & Metrics',
                impactedServiceGuid: '51000000-0000-4000-8000-000000000003',
                impactedRegions: [
                  {
                    impactedRegion: 'West US',
                    status: 'Resolved',
                    impactedTenants: ['c0a70500-0000-4000-8000-000000000001'],
                    lastUpdateTime: '2026-11-02T09:00:00Z',
                    updates: [],
                    impactedSubscriptions: ['5ab00000-0000-4000-8000-00000000000a'],
                  },
                ],
              },
            ],
          },
        },
      ],
    },
    isStored: true,
  },
  listSubscriptionHealthEvents: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
    status: 200,
    body: {
      value: [ELEMENT_1, ELEMENT_2],
      nextLink:
        'http://127.0.0.1:7071/subscriptions/5ab00000-0000-4000-8000-00000000000a/providers/Vendor.ResourceHealth/events?api-version=2025-05-01&queryStartTime=6%2F1%2F2026&$skipToken=opaque-page-token',
    },
    isStored: true,
  },
  fetchHealthEventDetails: {
    method: 'post',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
    status: 200,
    body: {
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/providers/Vendor.ResourceHealth/events/BIL0-FX1',
      name: 'BIL0-FX1',
      type: 'Vendor.ResourceHealth/events',
      systemData: {
        createdBy: 'health@vendor.example',
        createdByType: 'Application',
        createdAt: '2026-06-01T00:00:00Z',
        lastModifiedBy: 'health@vendor.example',
        lastModifiedByType: 'Application',
        lastModifiedAt: '2026-06-10T00:00:00Z',
      },
      properties: {
        eventSource: 'ServiceHealth',
        isHIR: false,
        platformInitiated: true,
        enableMicrosoftSupport: true,
        enableChatWithUs: false,
        eventType: 'Billing',
        eventSubType: 'ForeignExchangeRateChange',
        status: 'Active',
        eventLevel: 'Informational',
        title: 'New exchange rate',
        summary: 'New exchange rate.',
        priority: 20,
        impactStartTime: '2026-06-01T00:00:00Z',
        lastUpdateTime: '2026-06-10T00:00:00Z',
        billingId: 'B-2026-1',
        currencyType: 'EUR',
        oldRate: 1.1,
        newRate: 1.085,
        impact: [
          {
            impactedService: 'Billing',
            impactedServiceGuid: '51000000-0000-4000-8000-000000000003',
            impactedRegions: [
              {
                impactedRegion: 'Global',
                status: 'Active',
                impactedTenants: ['c0a70500-0000-4000-8000-000000000001'],
                lastUpdateTime: '2026-11-02T09:00:00Z',
                updates: [],
                impactedSubscriptions: ['5ab00000-0000-4000-8000-00000000000a'],
              },
            ],
          },
        ],
      },
    },
  },
  createOrReplaceStreamingJob: {
    method: 'put',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    status: 200,
    accepts: 'StreamingJobRequest',
    body: {
      properties: {
        outputErrorPolicy: 'Stop',
        eventsOutOfOrderMaxDelayInSeconds: 0,
        eventsLateArrivalMaxDelayInSeconds: -1,
        dataLocale: 'en-US',
        compatibilityLevel: '1.0',
        sku: { name: 'Standard' },
        inputs: [
          {
            name: 'orders',
            properties: {
              type: 'Stream',
              datasource: {
                type: 'Vendor.Storage/Blob',
                properties: { storageAccounts: [{ accountName: 'shop' }], container: 'orders', pathPattern: '' },
              },
              serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
              etag: '00000000-0000-4000-8000-000000000001',
            },
            id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/clicks/inputs/orders',
            type: 'Vendor.StreamAnalytics/streamingjobs/inputs',
          },
        ],
        outputs: [
          {
            name: 'report',
            properties: {
              datasource: {
                type: 'Vendor.Sql/Server/Database',
                properties: {
                  authenticationMode: 'ConnectionString',
                  maxBatchCount: 10000,
                  server: 'sql-shop',
                  database: 'report',
                  table: 'orders',
                  user: 'writer',
                },
              },
              serialization: { type: 'Json', properties: { encoding: 'UTF8', format: 'lineSeparated' } },
              etag: '00000000-0000-4000-8000-000000000002',
            },
            id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/clicks/outputs/report',
            type: 'Vendor.StreamAnalytics/streamingjobs/outputs',
          },
        ],
        transformation: {
          name: 'all',
          properties: {
            streamingUnits: 1,
            query: 'SELECT * INTO report FROM orders',
            etag: '00000000-0000-4000-8000-000000000003',
          },
          id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/clicks/transformations/all',
          type: 'Vendor.StreamAnalytics/streamingjobs/transformations',
        },
        functions: [],
        jobId: '00000000-0000-4000-8000-000000000004',
        createdDate: '2026-01-15T09:30:00.000Z',
        provisioningState: 'Succeeded',
        jobState: 'Created',
        lastOutputEventTime: null,
        etag: '00000000-0000-4000-8000-000000000005',
      },
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/clicks',
      name: 'clicks',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      location: 'West Europe',
    },
  },
  updateStreamingJob: {
    method: 'patch',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    status: 200,
    accepts: 'StreamingJobChangeRequest',
    body: {
      tags: { team: 'shop' },
      properties: {
        outputErrorPolicy: 'Drop',
        eventsOutOfOrderMaxDelayInSeconds: 0,
        eventsLateArrivalMaxDelayInSeconds: -1,
        dataLocale: 'en-US',
        compatibilityLevel: '1.0',
        sku: { name: 'Standard' },
        jobId: '00000000-0000-4000-8000-000000000001',
        createdDate: '2026-01-15T09:30:00.000Z',
        provisioningState: 'Succeeded',
        jobState: 'Created',
        lastOutputEventTime: null,
        etag: '00000000-0000-4000-8000-000000000002',
        inputs: [],
        outputs: [],
        functions: [],
      },
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/orders-per-minute',
      name: 'orders-per-minute',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      location: 'West Europe',
    },
  },
  getStreamingJob: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    status: 200,
    body: {
      tags: { team: 'shop' },
      properties: {
        outputErrorPolicy: 'Stop',
        eventsOutOfOrderMaxDelayInSeconds: 0,
        eventsLateArrivalMaxDelayInSeconds: -1,
        dataLocale: 'en-US',
        compatibilityLevel: '1.0',
        sku: { name: 'Standard' },
        jobId: '00000000-0000-4000-8000-000000000001',
        createdDate: '2026-01-15T09:30:00.000Z',
        provisioningState: 'Succeeded',
        jobState: 'Running',
        lastOutputEventTime: null,
        etag: '00000000-0000-4000-8000-000000000002',
        inputs: [],
        outputs: [],
      },
      id: '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/visits-per-page',
      name: 'visits-per-page',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      location: 'West Europe',
    },
  },
  deleteStreamingJob: {
    method: 'delete',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
    status: 200,
  },
  listStreamingJobs: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs',
    status: 200,
    body: { value: [ELEMENT_3, ELEMENT_4] },
  },
  listSubscriptionStreamingJobs: {
    method: 'get',
    path: '/subscriptions/{subscriptionId}/providers/Vendor.StreamAnalytics/streamingjobs',
    status: 200,
    body: { value: [ELEMENT_3, ELEMENT_4] },
  },
  startStreamingJob: {
    method: 'post',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/start',
    status: 200,
    accepts: 'StreamingJobStartRequest',
  },
  stopStreamingJob: {
    method: 'post',
    path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}/stop',
    status: 200,
  },
  searchRestorePoints: {
    method: 'post',
    path: '/solutions/backupRestore/restorePoints/search',
    status: 200,
    accepts: 'RestorePointSearchRequest',
    body: {
      '@odata.context': 'https://cloud.vendor.example/graph/v1.0/$metadata#vendor.graph.restorePointSearchResponse',
      searchResponseId: '00000000-0000-4000-8000-000000000001',
      searchResults: [
        {
          restorePoint: {
            '@odata.type': '#vendor.graph.restorePoint',
            id: '4e570000-0000-4000-8000-000000000001',
            protectionDateTime: '2026-01-14T09:30:00.000Z',
            expirationDateTime: '2027-01-14T09:30:00.000Z',
            tags: 'fastRestore',
            protectionUnit: {
              '@odata.type': '#vendor.graph.siteProtectionUnit',
              id: '9a700000-0000-4000-8000-000000000001',
              policyId: '9a710000-0000-4000-8000-000000000001',
              siteId: 'contoso.example,5170a000-0000-4000-8000-000000000001,5170b000-0000-4000-8000-000000000001',
            },
          },
        },
        {
          restorePoint: {
            '@odata.type': '#vendor.graph.restorePoint',
            id: '4e570000-0000-4000-8000-000000030001',
            protectionDateTime: '2026-01-14T09:30:00.000Z',
            expirationDateTime: '2027-01-14T09:30:00.000Z',
            tags: 'fastRestore',
            protectionUnit: {
              '@odata.type': '#vendor.graph.mailboxProtectionUnit',
              id: '9a700000-0000-4000-8000-000000000004',
              policyId: '9a710000-0000-4000-8000-000000000002',
              directoryObjectId: 'd1ec0000-0000-4000-8000-000000000001',
              displayName: 'Mia Ortega',
              email: 'mia@contoso.example',
            },
          },
        },
      ],
      noResultProtectionUnitIds: ['9a700000-0000-4000-8000-000000000005'],
    },
  },
  listRestoreSessions: {
    method: 'get',
    path: '/solutions/backupRestore/restoreSessions',
    status: 200,
    body: {
      '@odata.context': '$metadata#solutions/backupRestore/restoreSessions',
      value: [
        {
          '@odata.type': '#vendor.graph.sharepointRestoreSession',
          id: '5e550000-0000-4000-8000-000000000001',
          status: 'draft',
          createdBy: {
            application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
            user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
          },
          createdDateTime: '2026-11-19T09-30-03.45Z',
          completedDateTime: null,
          lastModifiedBy: {
            application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
            user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
          },
          lastModifiedDateTime: '2026-11-19T09-31-00.12Z',
          error: null,
        },
        {
          '@odata.type': '#vendor.graph.sharepointRestoreSession',
          id: '5e550000-0000-4000-8000-000000000003',
          status: 'activating',
          createdBy: {
            application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
            user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
          },
          createdDateTime: '2026-11-17T09-30-03.45Z',
          completedDateTime: null,
          lastModifiedBy: {
            application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
            user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
          },
          lastModifiedDateTime: '2026-11-17T09-31-00.12Z',
          error: null,
        },
      ],
      '@odata.nextLink':
        'http://127.0.0.1:7071/solutions/backupRestore/restoreSessions?$top=2&$skipToken=opaque-page-token',
    },
  },
  deleteRestoreSession: {
    method: 'delete',
    path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
    status: 200,
  },
  getRestoreSession: {
    method: 'get',
    path: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
    status: 200,
    body: {
      '@odata.context':
        'https://cloud.vendor.example/graph/v1.0/$metadata#solutions/backupRestore/restoreSessions/$entity',
      '@odata.type': '#vendor.graph.sharepointRestoreSession',
      id: '5e550000-0000-4000-8000-000000000005',
      status: 'completed',
      createdBy: {
        application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
        user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
      },
      createdDateTime: '2026-11-15T09-30-03.45Z',
      completedDateTime: '2026-11-15T10-02-11.08Z',
      lastModifiedBy: {
        application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
        user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
      },
      lastModifiedDateTime: '2026-11-15T09-31-00.12Z',
      error: null,
    },
  },
  authorizeModelCopy: {
    method: 'post',
    path: '/vendor-docs/documentModels:authorizeCopy',
    status: 200,
    accepts: 'ModelCopyRequest',
    body: {
      targetResourceId:
        '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop/providers/Vendor.CognitiveServices/accounts/documents-shop',
      targetResourceRegion: 'westeurope',
      targetModelId: 'invoices-2026',
      targetModelLocation:
        'https://cloud.vendor.example/docs/vendor-docs/documentModels/invoices-2026?api-version=2024-11-30',
      accessToken: 'a-token-that-authorizes-the-copy',
      expirationDateTime: '2026-01-15T09:30:00.000Z',
    },
  },
  listCompanies: {
    method: 'get',
    path: '/companies',
    status: 200,
    body: {
      '@odata.context': 'https://cloud.vendor.example/business/v2.0/$metadata#companies',
      value: [
        {
          '@odata.etag': 'W/"JzE4OzEwMDAwContoso;"',
          id: 'c0400000-0000-4000-8000-00000000000a',
          systemVersion: '24.0.16410.0',
          timestamp: 9007199254740992,
          name: 'Contoso',
          displayName: 'Contoso Ltd.',
          businessProfileId: '',
          systemCreatedAt: '2024-02-11T10:20:30.123Z',
          systemCreatedBy: '0b1ec000-0000-4000-8000-000000000001',
          systemModifiedAt: '2026-10-05T08:14:21.933Z',
          systemModifiedBy: '0b1ec000-0000-4000-8000-000000000001',
        },
      ],
    },
  },
  listCustomers: {
    method: 'get',
    path: '/companies({companyId})/customers',
    status: 200,
    body: {
      '@odata.context':
        'https://cloud.vendor.example/business/v2.0/$metadata#companies(c0400000-0000-4000-8000-00000000000a)/customers',
      value: [
        {
          '@odata.etag': 'W/"JzE5OzEzMDQ2NzQ10000;"',
          id: 'c0500000-0000-4000-8000-0000000000a1',
          number: '10000',
          displayName: 'Adatum Corporation',
          type: 'Company',
          addressLine1: '192 Market Square',
          addressLine2: '',
          city: 'Atlanta',
          state: 'GA',
          country: 'US',
          postalCode: '31772',
          phoneNumber: '+1 425 555 0101',
          email: 'office@adatum-corporation.example',
          website: '',
          taxLiable: true,
          taxAreaId: 'c0150000-0000-4000-8000-000000000001',
          taxAreaDisplayName: 'Atlanta, GA',
          taxRegistrationNumber: '28-9012',
          currencyId: 'c0110000-0000-4000-8000-000000000001',
          currencyCode: 'USD',
          paymentTermsId: 'c0120000-0000-4000-8000-000000000001',
          shipmentMethodId: 'c0130000-0000-4000-8000-000000000001',
          paymentMethodId: 'c0140000-0000-4000-8000-000000000001',
          blocked: ' ',
          lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
          currency: {
            id: 'c0110000-0000-4000-8000-000000000001',
            code: 'USD',
            displayName: 'US dollar',
            symbol: '$',
            amountRoundingPrecision: 0.01,
          },
        },
      ],
      '@odata.nextLink':
        'http://127.0.0.1:7071/companies(c0400000-0000-4000-8000-00000000000a)/customers?$filter=startswith(displayName%2C%27A%27)&$top=2&$expand=currency&$skipToken=opaque-page-token',
    },
  },
  getCustomer: {
    method: 'get',
    path: '/companies({companyId})/customers({customerId})',
    status: 200,
    body: {
      '@odata.context':
        'https://cloud.vendor.example/business/v2.0/$metadata#companies(c0400000-0000-4000-8000-00000000000a)/customers/$entity',
      '@odata.etag': 'W/"JzE5OzEzMDQ2NzQ10000;"',
      id: 'c0500000-0000-4000-8000-0000000000a1',
      number: '10000',
      displayName: 'Adatum Corporation',
      type: 'Company',
      addressLine1: '192 Market Square',
      addressLine2: '',
      city: 'Atlanta',
      state: 'GA',
      country: 'US',
      postalCode: '31772',
      phoneNumber: '+1 425 555 0101',
      email: 'office@adatum-corporation.example',
      website: '',
      taxLiable: true,
      taxAreaId: 'c0150000-0000-4000-8000-000000000001',
      taxAreaDisplayName: 'Atlanta, GA',
      taxRegistrationNumber: '28-9012',
      currencyId: 'c0110000-0000-4000-8000-000000000001',
      currencyCode: 'USD',
      paymentTermsId: 'c0120000-0000-4000-8000-000000000001',
      shipmentMethodId: 'c0130000-0000-4000-8000-000000000001',
      paymentMethodId: 'c0140000-0000-4000-8000-000000000001',
      blocked: ' ',
      lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
      currency: {
        id: 'c0110000-0000-4000-8000-000000000001',
        code: 'USD',
        displayName: 'US dollar',
        symbol: '$',
        amountRoundingPrecision: 0.01,
      },
      paymentTerm: {
        id: 'c0120000-0000-4000-8000-000000000001',
        code: '30 DAYS',
        displayName: 'Net 30 days',
        dueDateCalculation: '30D',
      },
    },
  },
  listItems: {
    method: 'get',
    path: '/companies({companyId})/items',
    status: 200,
    body: {
      '@odata.context':
        'https://cloud.vendor.example/business/v2.0/$metadata#companies(c0400000-0000-4000-8000-00000000000a)/items',
      value: [
        {
          '@odata.etag': 'W/"JzIwOzE2MzI3NTI1000;"',
          id: '17e00000-0000-4000-8000-0000000000a1',
          number: '1000',
          displayName: 'Bicycle',
          type: 'Inventory',
          itemCategoryId: '17e10000-0000-4000-8000-000000000001',
          itemCategoryCode: 'GOODS',
          blocked: false,
          gtin: '',
          inventory: 17,
          unitPrice: 1099.9,
          priceIncludesTax: false,
          unitCost: 1.1,
          taxGroupId: '17e20000-0000-4000-8000-000000000001',
          taxGroupCode: 'TAXABLE',
          baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
          baseUnitOfMeasureCode: 'PCS',
          lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
        },
        {
          '@odata.etag': 'W/"JzIwOzE2MzI3NTI50219;"',
          id: '17e50000-0000-4000-8000-000000000219',
          number: '50219',
          displayName: 'Baldwin Motors 3',
          type: 'Inventory',
          itemCategoryId: '17e10000-0000-4000-8000-000000000001',
          itemCategoryCode: 'GOODS',
          blocked: false,
          gtin: '',
          inventory: 17,
          unitPrice: 219.5,
          priceIncludesTax: false,
          unitCost: 1.1,
          taxGroupId: '17e20000-0000-4000-8000-000000000001',
          taxGroupCode: 'TAXABLE',
          baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
          baseUnitOfMeasureCode: 'PCS',
          lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
        },
      ],
    },
  },
  getItem: {
    method: 'get',
    path: '/companies({companyId})/items({itemId})',
    status: 200,
    body: {
      '@odata.context':
        'https://cloud.vendor.example/business/v2.0/$metadata#companies(c0400000-0000-4000-8000-00000000000a)/items/$entity',
      '@odata.etag': 'W/"JzIwOzE2MzI3NTI1000;"',
      id: '17e00000-0000-4000-8000-0000000000a1',
      number: '1000',
      displayName: 'Bicycle',
      type: 'Inventory',
      itemCategoryId: '17e10000-0000-4000-8000-000000000001',
      itemCategoryCode: 'GOODS',
      blocked: false,
      gtin: '',
      inventory: 17,
      unitPrice: 1099.9,
      priceIncludesTax: false,
      unitCost: 1.1,
      taxGroupId: '17e20000-0000-4000-8000-000000000001',
      taxGroupCode: 'TAXABLE',
      baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
      baseUnitOfMeasureCode: 'PCS',
      lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
    },
  },
  getOperation: { method: 'get', path: '/operations/{operationId}', status: 200, body: { status: 'Succeeded' } },
  batch: {
    method: 'post',
    path: '/$batch',
    status: 200,
    accepts: 'BatchRequest',
    body: {
      responses: [
        {
          id: '1',
          status: 200,
          headers: {
            'Cache-Control': 'no-store',
            'x-ms-request-id': '00000000-0000-4000-8000-000000000001.1',
            'x-frontdesk-upstream-request-id': '00000000-0000-4000-8000-000000000002',
            'Content-Type': 'application/json; charset=utf-8',
            'OData-Version': '4.0',
          },
          body: {
            '@odata.context':
              'https://cloud.vendor.example/business/v2.0/$metadata#companies(c0400000-0000-4000-8000-00000000000a)/items/$entity',
            '@odata.etag': 'W/"JzIwOzE2MzI3NTI1000;"',
            id: '17e00000-0000-4000-8000-0000000000a1',
            number: '1000',
            displayName: 'Bicycle',
            type: 'Inventory',
            itemCategoryId: '17e10000-0000-4000-8000-000000000001',
            itemCategoryCode: 'GOODS',
            blocked: false,
            gtin: '',
            inventory: 17,
            unitPrice: 1099.9,
            priceIncludesTax: false,
            unitCost: 1.1,
            taxGroupId: '17e20000-0000-4000-8000-000000000001',
            taxGroupCode: 'TAXABLE',
            baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
            baseUnitOfMeasureCode: 'PCS',
            lastModifiedDateTime: '2026-10-05T08:14:21.933Z',
          },
        },
        {
          id: '2',
          status: 404,
          headers: {
            'Cache-Control': 'no-store',
            'x-ms-request-id': '00000000-0000-4000-8000-000000000001.2',
            'x-frontdesk-upstream-request-id': '00000000-0000-4000-8000-000000000003',
            'Content-Type': 'application/json; charset=utf-8',
            'x-ms-error-code': 'Internal_RecordNotFound',
            'x-frontdesk-problem': 'upstream_refused',
          },
          body: {
            error: {
              code: 'Internal_RecordNotFound',
              message:
                "The items record with the id '00000000-0000-4000-8000-000000000000' does not exist.  CorrelationId:  00000000-0000-4000-8000-000000000004.",
            },
          },
        },
      ],
    },
  },
};
