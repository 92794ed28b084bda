import { useConsole } from '../context.ts';
import { knownPaths, mayTouch } from '../known.ts';
import type { JobPath } from '../logic/job-write.ts';
import { readEach } from '../logic/read-each.ts';
import type { Scope } from '../logic/resource-id.ts';
import { listScopes } from '../logic/today.ts';
import { Chip, type Tone } from '../parts/chip.tsx';
import { Loaded, Tile } from '../parts/tile.tsx';
import { useCall } from '../use-call.ts';

const MAX_SHOWN = 6;
const TONES: Readonly<Record<string, Tone>> = {
  Running: 'ok',
  Failed: 'error',
  Degraded: 'error',
  Starting: 'info',
  Stopping: 'info',
};

interface ListedJob {
  readonly path: JobPath;
  readonly state: string;
}

/** The streaming jobs of the resource groups that are known. */
export function JobsTile() {
  const call = useListedJobs();
  const jobs = call.state.kind === 'done' ? call.state.result.jobs : [];
  return (
    <Tile
      title="Streaming jobs"
      href="#/streaming-jobs"
      note={jobs.length > 0 && <span class="muted">{countStates(jobs)}</span>}
    >
      <Loaded call={call} appRole="StreamingJobs.Read">
        {(result) => <Jobs {...result} />}
      </Loaded>
    </Tile>
  );
}

interface ListedJobs {
  readonly scopes: readonly Scope[];
  readonly jobs: readonly ListedJob[];
  /** Resource groups that could not be read, while others could. */
  readonly failed: readonly Scope[];
}

function useListedJobs() {
  const { client } = useConsole();
  return useCall(async (_: undefined, signal): Promise<ListedJobs> => {
    const scopes = listScopes(knownPaths.value, mayTouch);
    const { values, failed } = await readEach(scopes, async (scope) => {
      const { body } = await client.listStreamingJobs(scope, { signal });
      return body.value.map(({ name, properties }) => ({
        path: { ...scope, jobName: name },
        state: properties.jobState ?? 'Unknown',
      }));
    });
    return { scopes, jobs: values.flat(), failed };
  });
}

function openJob(path: JobPath): void {
  sessionStorage.setItem('jobs.path', JSON.stringify(path));
  location.hash = '#/streaming-jobs';
}

/** `2 running, 1 created`. */
function countStates(jobs: readonly ListedJob[]): string {
  const counts = new Map<string, number>();
  for (const { state } of jobs) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state.toLowerCase()}`).join(', ');
}

function Jobs({ scopes, jobs, failed }: ListedJobs) {
  if (scopes.length === 0)
    return <p class="tile-none">No resource group is known yet. Enter one in Streaming jobs; it is remembered.</p>;
  const read = scopes.filter((scope) => !failed.includes(scope));
  return (
    <>
      {jobs.length === 0 && <p class="tile-none">No jobs in {toNames(read)}.</p>}
      <ul class="tile-rows">
        {jobs.slice(0, MAX_SHOWN).map(({ path, state }) => (
          <li key={Object.values(path).join('/')}>
            <span class="tile-what">
              <button type="button" class="text-link" onClick={() => openJob(path)}>
                {path.jobName}
              </button>
              <small class="muted">{path.resourceGroupName}</small>
            </span>
            <Chip tone={TONES[state] ?? 'plain'}>{state}</Chip>
          </li>
        ))}
      </ul>
      {jobs.length > MAX_SHOWN && (
        <a class="tile-more" href="#/streaming-jobs">
          {jobs.length - MAX_SHOWN} more
        </a>
      )}
      {failed.length > 0 && <p class="tile-none">Not read: {toNames(failed)}.</p>}
    </>
  );
}

function toNames(scopes: readonly Scope[]): string {
  return scopes.map(({ resourceGroupName }) => resourceGroupName).join(', ');
}
