/** The form of an API's diagnostic settings, and its request body. */
import type { ApiDiagnosticRequest } from '../../../client/src/index.ts';

export interface DiagnosticForm {
  readonly serviceName: string;
  readonly apiId: string;
  readonly diagnosticId: string;
  readonly apiVersion: '2024-05-01' | '2019-01-01' | 'latest';
  readonly loggerId: string;
  readonly percentage: string;
  readonly verbosity: string;
  readonly protocol: string;
  readonly bytes: string;
  readonly headers: string;
  readonly isErrorAlwaysLogged: boolean;
}

export const INITIAL_FORM: DiagnosticForm = {
  serviceName: '',
  apiId: '',
  diagnosticId: '',
  apiVersion: '2024-05-01',
  loggerId: '/loggers/monitor',
  percentage: '50',
  verbosity: 'error',
  protocol: 'W3C',
  bytes: '512',
  headers: 'content-type',
  isErrorAlwaysLogged: true,
};

export function toBody(form: DiagnosticForm): ApiDiagnosticRequest {
  const message = {
    ...(form.bytes === '' ? {} : { body: { bytes: Number(form.bytes) } }),
    headers: form.headers.split(/[\s,]+/).filter((name) => name !== ''),
  };
  return {
    properties: {
      loggerId: form.loggerId,
      ...(form.isErrorAlwaysLogged ? { alwaysLog: 'allErrors' as const } : {}),
      ...(form.percentage === ''
        ? {}
        : { sampling: { samplingType: 'fixed' as const, percentage: Number(form.percentage) } }),
      ...(form.verbosity === '' ? {} : { verbosity: form.verbosity as 'error' }),
      ...(form.protocol === '' ? {} : { httpCorrelationProtocol: form.protocol as 'W3C' }),
      frontend: { request: message, response: message },
    },
  };
}
