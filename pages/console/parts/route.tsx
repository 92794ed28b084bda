import { PROFILES } from '../../../lib/profiles.ts';
import { useConsole } from '../context.ts';
import { shortenPath, toProfilePath } from '../logic/profile-path.ts';
import type { ConsoleOperation } from '../operations.ts';

/** Method and path of an operation; the path breaks only before a slash. */
export function Route({ operation: { method, path } }: { readonly operation: ConsoleOperation }) {
  const { config } = useConsole();
  return (
    <p class="route">
      <span class={`method method-${method.toLowerCase()}`}>{method}</span>
      <code>
        {shortenPath(toProfilePath(path, PROFILES[config.profile]))
          .split(/(?=\/)/)
          .map((segment) => (
            <span key={segment}>
              <wbr />
              {segment}
            </span>
          ))}
      </code>
    </p>
  );
}
