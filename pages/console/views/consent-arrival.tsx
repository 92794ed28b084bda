/** What the tab shows that comes back from a sign-in: it hands the code to the tab that asked for it. */
import { useEffect, useState } from 'preact/hooks';
import { type ConsentReturn, handOver } from '../consent.ts';
import { Announcer } from '../parts/announce.tsx';
import { CopyButton } from '../parts/copy-button.tsx';

export function ConsentArrival({ returned }: { readonly returned: ConsentReturn }) {
  const [isTaken, setTaken] = useState(false);
  useEffect(() => handOver(returned, () => setTaken(true)), [returned]);
  const { code } = returned;
  return (
    <main class="sign-in" id="main">
      <div class="panel" role="status">
        <h1>{code === undefined ? 'Access was not allowed' : 'Access was allowed'}</h1>
        {isTaken ? (
          <p>The console has received it. Close this tab and continue there.</p>
        ) : (
          <p>No open console is waiting for this.</p>
        )}
        {!isTaken && code !== undefined && (
          <p>
            If you started this, paste the code into the console: <code>{code}</code>{' '}
            <CopyButton text={code} what="code" />
          </p>
        )}
      </div>
      <Announcer />
    </main>
  );
}
