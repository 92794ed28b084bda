import { FrontdeskError } from '@frontdesk/client';
import { mutationOptions, queryOptions, toQueryKey } from '@frontdesk/client/query';
import { readBack } from '@frontdesk/client/read-back';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, group } from './client.ts';
import { Failure } from './Failure.tsx';

const target = { ...group, jobName: 'orders-per-minute' };

export function Job() {
  const { data, error } = useQuery(queryOptions(client, 'getStreamingJob', target));
  if (!data) return <section aria-label="Job">{error ? <Failure error={error} /> : 'Loading'}</section>;
  return (
    <section aria-label="Job">
      {error && <Failure error={error} />}
      <p>
        {data.body.name}: {data.body.properties.jobState}, delay{' '}
        {data.body.properties.eventsOutOfOrderMaxDelayInSeconds ?? 0} s
      </p>
      <Start />
      <Change />
    </section>
  );
}

/** Starts the job, and follows that to its end. */
function Start() {
  const queries = useQueryClient();
  const [progress, setProgress] = useState('');
  const start = useMutation({
    ...mutationOptions(client, 'startStreamingJob'),
    onSuccess: async (response) => {
      setProgress('It is starting.');
      const end = await client.wait(response, { onProgress: () => setProgress('It is still starting.') });
      setProgress(end.status === 200 ? 'It runs.' : `It ended with ${end.status}.`);
      await queries.invalidateQueries({ queryKey: toQueryKey('getStreamingJob') });
    },
  });
  return (
    <>
      <button type="button" onClick={() => start.mutate(target)}>
        Start
      </button>
      {start.error ? <Failure error={start.error} /> : <output>{progress}</output>}
    </>
  );
}

/** Writes back what the person has seen: a change of somebody else is a conflict, and a lost response is looked up. */
function Change() {
  const { data } = useQuery(queryOptions(client, 'getStreamingJob', target));
  const queries = useQueryClient();
  const [now, setNow] = useState<string>();
  const change = useMutation({
    ...mutationOptions(client, 'createOrReplaceStreamingJob'),
    onError: async (error, input) => {
      if (!(error instanceof FrontdeskError) || error.status === 412 || error.outcome === 'unknown') {
        const { sent, found } = await readBack(client, 'createOrReplaceStreamingJob', input);
        const [ours, theirs] = [sent, found?.body].map((job) => job?.properties.eventsOutOfOrderMaxDelayInSeconds ?? 0);
        setNow(`You sent ${ours} s, there is ${theirs} s.`);
      }
    },
  });
  if (!data) return null;
  const { body, etag } = data;
  const properties = { ...body.properties, eventsOutOfOrderMaxDelayInSeconds: 20 };
  return (
    <>
      <button type="button" onClick={() => change.mutate({ ...target, ifMatch: etag, body: { ...body, properties } })}>
        Change
      </button>
      {change.isPaused && <p>It is sent when the network is back.</p>}
      {change.error && <Failure error={change.error} />}
      {now && <p role="status">{now}</p>}
      <button type="button" onClick={() => queries.invalidateQueries({ queryKey: toQueryKey('getStreamingJob') })}>
        Read again
      </button>
    </>
  );
}
