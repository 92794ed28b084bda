/**
 * The published api-versions that an operation takes; the first is the specified one. Each returns the members of the contract;
 * others pass. Source: R-30.
 */
export const AUTHORIZATION_VERSIONS: readonly string[] = ['2024-05-01', '2023-05-01-preview', '2022-08-01'];

/** Before 2023-10-01-preview, lists have the texts of sensitive events without marking them (C-55). */
export const HEALTH_EVENT_VERSIONS: readonly string[] = ['2025-05-01', '2024-02-01', '2023-10-01-preview'];

export const STREAMING_JOB_VERSIONS: readonly string[] = ['2020-03-01', '2021-10-01-preview'];

/** All that are listed for the resource type. Source: S1-84; C-13. */
export const API_DIAGNOSTIC_VERSIONS: readonly string[] = [
  'latest',
  '2025-03-01-preview',
  '2024-10-01-preview',
  '2024-06-01-preview',
  '2024-05-01',
  '2023-09-01-preview',
  '2023-05-01-preview',
  '2023-03-01-preview',
  '2022-09-01-preview',
  '2022-08-01',
  '2022-04-01-preview',
  '2021-12-01-preview',
  '2021-08-01',
  '2021-04-01-preview',
  '2021-01-01-preview',
  '2020-12-01',
  '2020-06-01-preview',
  '2019-12-01',
  '2019-12-01-preview',
  '2019-01-01',
  '2018-06-01-preview',
  '2018-01-01',
  '2017-03-01',
];
