export const apiNames = ['arm', 'graph', 'docs', 'business'] as const;

export type ApiName = (typeof apiNames)[number];
