/** Seed data of the backup-restore API: units of every kind with restore points, and a session in every state. */
import { protectionUnits, restoreSessions } from '../../seed.ts';
import type { ProtectionUnit, RestorePoint, SessionStatus } from '../entities.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const sites = '9a710000-0000-4000-8000-000000000001';
const mail = '9a710000-0000-4000-8000-000000000002';

const mia = {
  directoryObjectId: 'd1ec0000-0000-4000-8000-000000000001',
  displayName: 'Mia Ortega',
  email: 'mia@contoso.example',
};

/** Units, and the age in days of each restore point. One unit has six, to exceed the limit of five. */
const protectedUnits: readonly (ProtectionUnit & { readonly days: readonly number[] })[] = [
  {
    kind: 'site',
    id: protectionUnits.shopSite,
    policyId: sites,
    members: { siteId: 'contoso.example,5170a000-0000-4000-8000-000000000001,5170b000-0000-4000-8000-000000000001' },
    days: [1, 2, 3, 7, 14, 30],
  },
  {
    kind: 'site',
    id: protectionUnits.financeSite,
    policyId: sites,
    members: { siteId: 'contoso.example,5170a000-0000-4000-8000-000000000002,5170b000-0000-4000-8000-000000000002' },
    days: [1, 7],
  },
  {
    kind: 'drive',
    id: protectionUnits.drive,
    policyId: mail,
    members: mia,
    days: [1, 2],
  },
  {
    kind: 'mailbox',
    id: protectionUnits.mailbox,
    policyId: mail,
    members: mia,
    days: [1, 4, 9],
  },
];

/** Returns restore points on whole hours before `now`, kept for a year. Every second one is a fast restore point. */
export function seedRestorePoints(now: Date): readonly RestorePoint[] {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  return protectedUnits.flatMap(({ days, ...unit }, unitIndex) =>
    days.map((day, index) => ({
      id: `4e570000-0000-4000-8000-0000000${unitIndex}${String(day).padStart(4, '0')}`,
      unit,
      protectionDateTime: new Date(hour - day * dayMs).toISOString(),
      expirationDateTime: new Date(hour + (365 - day) * dayMs).toISOString(),
      tags: index % 2 === 0 ? 'fastRestore' : 'none',
    })),
  );
}

/** Those with a name, and older ones, so that a list has pages. */
export function seedRestoreSessions(): Map<string, SessionStatus> {
  const { secondDraft, ...byStatus } = restoreSessions;
  const older = Array.from({ length: 9 }, (_, index) => {
    const id = `5e550000-0000-4000-8000-${String(index + 8).padStart(12, '0')}`;
    return [id, 'completed' as SessionStatus] as const;
  });
  const sessions = Object.entries(byStatus).map(([status, id]) => [id, status as SessionStatus] as const);
  return new Map([...sessions, [secondDraft, 'draft'], ...older]);
}
