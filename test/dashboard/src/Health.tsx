import type { HealthEventList } from '@frontdesk/client';
import { watch } from '@frontdesk/client/watch';
import { useEffect, useState } from 'react';
import { client, machine } from './client.ts';
import { Failure } from './Failure.tsx';

/** Shows the events of a machine, and each change of them. */
export function Health() {
  const [events, setEvents] = useState<HealthEventList>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      const changes = watch(client, 'listHealthEvents', machine, {
        signal,
        onError: (lost) => setError(lost as Error),
      });
      for await (const { body } of changes) {
        setEvents(body);
        setError(undefined);
      }
    };
    follow().catch(setError);
    return () => controller.abort();
  }, []);
  return (
    <section aria-label="Health">
      {error && <Failure error={error} />}
      <ul>
        {events?.value.map(({ name, properties }) => (
          <li key={name}>{properties?.title ?? name}</li>
        ))}
      </ul>
    </section>
  );
}
