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
          <p>The tab of the console knows. Close this tab and go on there.</p>
        ) : (
          <p>No tab of the console waits for this.</p>
        )}
        {!isTaken && code !== undefined && (
          <p>
            If you asked for it, paste the code there: <code>{code}</code> <CopyButton text={code} what="code" />
          </p>
        )}
      </div>
      <Announcer />
    </main>
  );
}
