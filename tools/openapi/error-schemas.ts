/** The error bodies of the operations. Source: S1-52, S1-53; S3-28; docs/architecture.md (Errors). */
import * as z from 'zod';
import { type OpenObject, requiredInResponse } from '../../lib/contracts/schema/resource.ts';
import { valueMap } from '../../lib/contracts/schema/scalars.ts';
import type { ErrorFormatName } from '../../lib/http/error-formats.ts';
import { response } from './contracts/response.ts';

/** Kiota makes it the message of its exception. */
const message = z.string().meta({ 'x-ms-primary-error-message': true });

/** Nests itself in `details`. */
const armErrorDetail: OpenObject = response.object('ArmErrorDetail', {
  code: z.string(),
  message,
  target: z.string(),
  details: z.array(z.lazy(() => armErrorDetail)),
  additionalInfo: z.array(response.inline({ type: z.string(), info: valueMap })),
});

const ArmError = response.object(
  'ArmError',
  { error: requiredInResponse(armErrorDetail) },
  { description: 'Error of the resource-management operations.' },
);

export const HealthEventError = response.object(
  'HealthEventError',
  { code: requiredInResponse(z.string()), message: requiredInResponse(message), details: z.string() },
  { description: 'Error of the health-event list.' },
);

/** Nests itself in `details`. */
const errorDetail: OpenObject = response.object('ErrorDetail', {
  code: z.string(),
  message: z.string(),
  target: z.string(),
  details: z.array(z.lazy(() => errorDetail)),
});

export const BackupRestoreError = response.object(
  'BackupRestoreError',
  {
    error: requiredInResponse(
      response.inline({
        code: requiredInResponse(z.string()),
        message: requiredInResponse(message),
        details: z.array(errorDetail),
        innerError: response.inline({ date: z.string(), 'request-id': z.string(), 'client-request-id': z.string() }),
      }),
    ),
  },
  { description: 'Error of the backup-restore operations.' },
);

/** Nests itself. */
const innerError: OpenObject = response.object('DocumentModelInnerError', {
  code: z.string(),
  message: z.string(),
  innererror: z.lazy(() => innerError),
});

/** Nests itself in `details`. */
const documentModelErrorDetail: OpenObject = response.object('DocumentModelErrorDetail', {
  code: z.string(),
  message,
  target: z.string(),
  details: z.array(z.lazy(() => documentModelErrorDetail)),
  innererror: innerError,
});

export const DocumentModelError = response.object(
  'DocumentModelError',
  { error: requiredInResponse(documentModelErrorDetail) },
  { description: 'Error of the document-model service.' },
);

export const BusinessDataError = response.object(
  'BusinessDataError',
  {
    error: requiredInResponse(
      response.inline({
        code: requiredInResponse(z.string()),
        message: requiredInResponse(message),
        details: z.array(errorDetail),
      }),
    ),
  },
  { description: 'Error of the business-data reads.' },
);

/** The body of each format. */
export const ERROR_BODIES: Readonly<Record<ErrorFormatName, z.ZodType>> = {
  arm: ArmError,
  healthEvent: HealthEventError,
  backupRestore: BackupRestoreError,
  documentModel: DocumentModelError,
  businessData: BusinessDataError,
};
