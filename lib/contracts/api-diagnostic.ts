/** The diagnostic settings of an API. Source: docs/specification.md#api-diagnostic. */
import * as z from 'zod';
import { openList, resourceId } from './schema/annotations.ts';
import {
  asDocumented,
  change,
  inline,
  object,
  readOnly,
  requiredBySpecification,
  requiredInRequest,
  requiredInResponse,
} from './schema/resource.ts';
import { int32 } from './schema/scalars.ts';

const message = object('HttpMessageSettings', () => ({
  body: inline({ bytes: int32(undefined, 8192).describe('Number of body bytes to log.') }),
  headers: z.array(z.string()).describe('Names of the headers to log.'),
}));

const settings = object('PipelineSettings', { request: message, response: message });

const listMembers = () => ({
  loggerId: resourceId().describe('Resource id of the target logger, or its id within the service: /loggers/{name}.'),
  alwaysLog: z.enum(['allErrors']).describe('The kind of messages to which sampling does not apply.'),
  sampling: inline({
    percentage: asDocumented(int32(0, 100).describe('Rate of fixed-rate sampling.'), z.number().min(0).max(100)),
    samplingType: z.enum(['fixed']),
  }),
  frontend: change(settings, (schema) => schema.describe('Settings for messages to and from the gateway.')),
  backend: change(settings, (schema) => schema.describe('Settings for messages to and from the backend.')),
  enableHttpCorrelationHeaders: z
    .boolean()
    .describe('Whether correlation headers of incoming requests are processed.')
    .meta({ default: true }),
  httpCorrelationProtocol: z
    .enum(['Legacy', 'None', 'W3C'])
    .describe('Correlation protocol of application-performance-monitoring diagnostics.'),
  verbosity: z.enum(['error', 'information', 'verbose']).describe('Level of the traces that trace policies emit.'),
  // Later versions of the resource are publicly known to have these.
  logClientIp: z.boolean(),
  metrics: z.boolean(),
  operationNameFormat: openList(['Name', 'Url']),
});

const properties = object('ApiDiagnosticProperties', () => {
  const members = listMembers();
  return { ...members, loggerId: requiredBySpecification(members.loggerId) };
});

export const ApiDiagnostic = object(
  'ApiDiagnostic',
  () => ({
    id: requiredInResponse(readOnly(z.string().describe('Fully qualified resource id.'))),
    name: requiredInResponse(readOnly(z.string().describe('Resource name.'))),
    type: readOnly(z.string().describe('Resource type.')),
    properties: requiredInResponse(requiredInRequest(properties)),
  }),
  { description: 'What to log of the messages to and from an API, and where.' },
);

export const ApiDiagnosticChange = object(
  'ApiDiagnosticChange',
  () => ({
    id: readOnly(z.string()),
    name: readOnly(z.string()),
    type: readOnly(z.string()),
    properties: requiredInRequest(inline(listMembers)),
  }),
  { description: 'The diagnostic settings that change.' },
);
