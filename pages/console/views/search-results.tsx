import type { RestorePointSearchResult } from '../../../client/src/index.ts';
import { samples } from '../control.ts';
import { formatDistance, formatTime, MISSING, parseTime } from '../logic/format.ts';
import { Chip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScrollFrame } from '../parts/scroll-frame.tsx';

/** The restore points found, and the protection units without one. */
export function SearchResults({ result }: { readonly result: RestorePointSearchResult }) {
  const missing = result.noResultProtectionUnitIds ?? [];
  return (
    <>
      {result.searchResults.length === 0 ? (
        <div class="empty">
          <p>No restore points in this period.</p>
        </div>
      ) : (
        <ScrollFrame class="table-frame points" label="Restore points found">
          <ResultTable results={result.searchResults} />
        </ScrollFrame>
      )}
      {missing.length > 0 && (
        <p class="note">
          <Icon name="informational" /> No restore points for {missing.map(findUnitName).join(', ')}.
        </p>
      )}
    </>
  );
}

type Results = RestorePointSearchResult['searchResults'];

function ResultTable({ results }: { readonly results: Results }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Unit</th>
          <th scope="col">Restores to</th>
          <th scope="col">Kept until</th>
          <th scope="col">Type</th>
          <th scope="col">Matches</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.restorePoint?.id} result={result} />
        ))}
      </tbody>
    </table>
  );
}

function ResultRow({ result: { restorePoint, artifactHitCount } }: { readonly result: Results[number] }) {
  const restoresTo = parseTime(restorePoint?.protectionDateTime);
  return (
    <tr>
      <th scope="row">{findUnitName(restorePoint?.protectionUnit?.id)}</th>
      <td data-label="Restores to">
        {formatTime(restorePoint?.protectionDateTime)}
        {restoresTo !== undefined && <small class="muted">{formatDistance(restoresTo, Date.now())}</small>}
      </td>
      <td data-label="Kept until">{formatTime(restorePoint?.expirationDateTime)}</td>
      <td data-label="Type">
        {restorePoint?.tags === 'fastRestore' ? (
          <Chip tone="ok" icon="hit">
            Fast
          </Chip>
        ) : (
          <Chip tone="plain">{restorePoint?.tags ?? 'none'}</Chip>
        )}
      </td>
      <td data-label="Matches">{artifactHitCount ?? MISSING}</td>
    </tr>
  );
}

function findUnitName(id: string | null | undefined): string {
  return samples.value.protectionUnits.find((unit) => unit.id === id)?.name ?? id ?? MISSING;
}
