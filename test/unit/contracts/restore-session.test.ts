import { expect, it } from 'vitest';
import { RestoreSession } from '../../../tools/openapi/contracts/backup-restore.ts';
import { failuresOf } from './support.ts';

const session = {
  '@odata.type': '#vendor.graph.exchangeRestoreSession',
  id: 'a',
  status: 'draft',
  createdBy: { application: null, user: { id: 'u', displayName: 'U' } },
  createdDateTime: '2023-03-30T12-01-03.45Z',
  error: null,
};

it('R-04 a session of any kind and status passes, with times that are no RFC 3339', () => {
  for (const other of [
    {},
    { status: 'later' },
    { '@odata.type': '#vendor.graph.later' },
    { restoreJobType: 'standard' },
  ])
    expect(failuresOf(RestoreSession, { ...session, ...other })).toEqual([]);
});

it('R-04 what a session has is described by its type', () => {
  expect(failuresOf(RestoreSession, { ...session, status: 5, createdBy: [], error: 'x' })).toHaveLength(3);
});
