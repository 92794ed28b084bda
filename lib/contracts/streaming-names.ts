/** What differs between the clouds in the contract of a streaming job. */
export interface StreamingNames {
  /** In front of the kinds' names: `Vendor.Storage/Blob`. */
  readonly namespace: 'Vendor' | 'Microsoft';
  /** Kind of the function-app output. */
  readonly functionApp: string;
  /** Kind of the dashboard output. */
  readonly dashboard: string;
  /** Whether an input and an output must say how their data is serialized. */
  readonly serializationRequired: boolean;
}
