/** The namespace and the path prefixes of each profile. */
export interface ProfileNames {
  readonly namespace: 'Vendor' | 'Microsoft';
  readonly documents: string;
  readonly graph: string;
  readonly business: string;
}

export const profiles: Readonly<Record<'vendor' | 'microsoft', ProfileNames>> = {
  vendor: { namespace: 'Vendor', documents: '/vendor-docs', graph: '', business: '' },
  microsoft: { namespace: 'Microsoft', documents: '/documentintelligence', graph: '/v1.0', business: '/v2.0' },
};
