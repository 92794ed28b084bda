import type { ErrorFormatName } from '../../lib/http/error-formats.ts';

/** Names of the required and the optional members of each error shape. */
const MEMBERS: Readonly<Record<ErrorFormatName, readonly [required: string, optional: string]>> = {
  arm: ['code message', 'target details additionalInfo'],
  healthEvent: ['code message details', ''],
  backupRestore: ['code message', 'details innerError'],
  documentModel: ['code message', 'target details innererror'],
  businessData: ['code message', 'details'],
};

/** Returns the error object of a body, and the names by which it differs from its shape: missing, unknown or beside the error. */
export function readError(shape: ErrorFormatName, body: Readonly<Record<string, unknown>>) {
  const isBare = shape === 'healthEvent';
  const error = (isBare ? body : body['error']) as Readonly<Record<string, unknown>>;
  const [required = [], optional = []] = MEMBERS[shape].map((names) => names.split(' '));
  const missing = required.filter(
    (name) => typeof error[name] !== 'string' || (error[name] === '' && name !== 'details'),
  );
  const unknown = Object.keys(error).filter((name) => ![...required, ...optional].includes(name));
  const others = isBare ? [] : Object.keys(body).filter((name) => name !== 'error');
  return { error, differences: [...missing, ...unknown, ...others] };
}
