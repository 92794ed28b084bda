/** The anonymous routes of probes: they tell their state, and nothing else. */

import type { Health } from '../health/health.ts';
import type { Page } from '../pages/static-pages.ts';

export function listHealthPages(health: Health): readonly Page[] {
  return [
    { name: 'healthz', route: 'healthz', respond: async () => health.respondAlive() },
    { name: 'readyz', route: 'readyz', respond: () => health.respondReady() },
  ];
}
