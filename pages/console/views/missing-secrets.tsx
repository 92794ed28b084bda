import type * as z from 'zod';
import type { Draft } from '../logic/issues.ts';
import { findMissingSecrets } from '../logic/schema-help.ts';
import { Icon } from '../parts/icon.tsx';

interface MissingSecretsProps {
  readonly schema: z.ZodType;
  readonly draft: Draft;
}

/** Says which secrets a job does not have because no read returns them. */
export function MissingSecrets({ schema, draft }: MissingSecretsProps) {
  const paths = findMissingSecrets(schema, draft.value);
  if (paths.length === 0) return null;
  return (
    <section class="note missing" aria-label="Secrets to enter again">
      <p>
        <Icon name="lock" /> <strong>Secrets are never returned, so they are not in this text.</strong> Enter again what
        the job uses: it is replaced as a whole, and may not work without them.
      </p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
