/** The diagnostic settings of an API. Source: spec 1, API diagnostic. */
import * as z from 'zod';
import { openList } from './annotate.ts';
import { always, asAnswer, asRequest, type Form, required, serverSet } from './form.ts';
import { int32 } from './scalars.ts';

function apiDiagnostic(as: Form) {
  return as.object(
    'ApiDiagnostic',
    {
      id: serverSet(z.string().describe('Fully qualified resource id.')),
      name: serverSet(z.string().describe('Resource name.')),
      type: serverSet(z.string().describe('Resource type.')),
      properties: always(required(diagnosticProperties(as))),
    },
    { description: 'What of the messages to and from an API is logged, and where.' },
  );
}

function diagnosticProperties(as: Form) {
  const settings = pipelineSettings(as);
  return as.object('ApiDiagnosticProperties', {
    loggerId: required(z.string().describe('Resource id of the target logger.')),
    alwaysLog: z.enum(['allErrors']).describe('The kind of messages to which sampling does not apply.'),
    sampling: as.inline({
      percentage: int32(0, 100).describe('Rate of fixed-rate sampling.'),
      samplingType: z.enum(['fixed']),
    }),
    frontend: settings.describe('Settings for messages to and from the gateway.'),
    backend: settings.describe('Settings for messages to and from the backend.'),
    enableHttpCorrelationHeaders: z
      .boolean()
      .describe('Whether correlation headers that come into the service are processed.')
      .meta({ default: true }),
    httpCorrelationProtocol: z
      .enum(['Legacy', 'None', 'W3C'])
      .describe('Correlation protocol of application-performance-monitoring diagnostics.'),
    verbosity: z.enum(['error', 'information', 'verbose']).describe('Level of the traces that trace policies emit.'),
    ...laterMembers(),
  });
}

function pipelineSettings(as: Form) {
  const message = as.object('HttpMessageSettings', {
    body: as.inline({ bytes: int32(undefined, 8192).describe('Number of body bytes to log.') }),
    headers: z.array(z.string()).describe('Names of the headers to log.'),
  });
  return as.object('PipelineSettings', { request: message, response: message });
}

/** Members that later versions of the resource are publicly known to have. */
function laterMembers() {
  return {
    logClientIp: z.boolean(),
    metrics: z.boolean(),
    operationNameFormat: openList(['Name', 'Url']),
  };
}

export const ApiDiagnosticRequest = apiDiagnostic(asRequest);

export const ApiDiagnostic = apiDiagnostic(asAnswer);
