/** The error bodies of the operations. Source: spec 1, Error objects; spec 3, Error object; DESIGN 3 (Errors). */
import * as z from 'zod';
import { always, asAnswer as as, type OpenObject } from './form.ts';
import { valueMap } from './scalars.ts';

/** Nests itself in `details`. */
const armErrorDetail: OpenObject = as.object('ArmErrorDetail', {
  code: z.string(),
  message: z.string(),
  target: z.string(),
  details: z.array(z.lazy(() => armErrorDetail)),
  additionalInfo: z.array(as.inline({ type: z.string(), info: valueMap })),
});

export const ArmError = as.object(
  'ArmError',
  { error: always(armErrorDetail) },
  { description: 'Error of the resource-management operations.' },
);

export const HealthEventError = as.object(
  'HealthEventError',
  { code: always(z.string()), message: always(z.string()), details: z.string() },
  { description: 'Error of the health-event list.' },
);

export const BackupRestoreError = as.object(
  'BackupRestoreError',
  {
    error: always(
      as.inline({
        code: always(z.string()),
        message: always(z.string()),
        innerError: as.inline({ date: z.string(), 'request-id': z.string(), 'client-request-id': z.string() }),
      }),
    ),
  },
  { description: 'Error of the backup-restore operations.' },
);

/** Nests itself. */
const innerError: OpenObject = as.object('DocumentModelInnerError', {
  code: z.string(),
  message: z.string(),
  innererror: z.lazy(() => innerError),
});

/** Nests itself in `details`. */
const documentModelErrorDetail: OpenObject = as.object('DocumentModelErrorDetail', {
  code: z.string(),
  message: z.string(),
  target: z.string(),
  details: z.array(z.lazy(() => documentModelErrorDetail)),
  innererror: innerError,
});

export const DocumentModelError = as.object(
  'DocumentModelError',
  { error: always(documentModelErrorDetail) },
  { description: 'Error of the document-model service.' },
);

export const BusinessDataError = as.object(
  'BusinessDataError',
  { error: always(as.inline({ code: always(z.string()), message: always(z.string()) })) },
  { description: 'Error of the business-data reads.' },
);
