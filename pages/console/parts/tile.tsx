/** A tile of the landing page: a heading that leads on, and what was read, or a quiet error. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { describeError } from '../logic/watch.ts';
import type { CallState } from '../use-call.ts';
import { Icon } from './icon.tsx';

interface TileProps {
  readonly title: string;
  /** View that the heading leads to. */
  readonly href?: string;
  /** Beside the heading: a count. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Tile({ title, href, note, children }: TileProps) {
  const id = useId();
  return (
    <section class="panel tile" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {href === undefined ? (
            title
          ) : (
            <a href={href}>
              {title} <Icon name="chevron" />
            </a>
          )}
        </h2>
        {note}
      </header>
      {children}
    </section>
  );
}

interface TileCall<Result> {
  readonly state: CallState<Result>;
  run(input: undefined): void;
}

interface LoadedProps<Result> {
  readonly call: TileCall<Result>;
  /** App role that the call needs. */
  readonly appRole: string;
  readonly children: (result: Result) => ComponentChildren;
}

/** Calls when the tile appears, if the user has the role. A failure concerns this tile only. */
export function Loaded<Result>({ call, appRole, children }: LoadedProps<Result>) {
  const hasRole = useConsole().user.roles.includes(appRole);
  const { state, run } = call;
  useEffect(() => {
    if (hasRole) run(undefined);
  }, [hasRole, run]);
  if (!hasRole)
    return (
      <p class="tile-none">
        <Icon name="lock" /> Needs the role <code>{appRole}</code>.
      </p>
    );
  if (state.kind === 'failed')
    return (
      <p class="tile-none tile-failed">
        <Icon name="warning" /> <span>Cannot be read: {describeError(state.error)}</span>
        <button type="button" class="small" onClick={() => run(undefined)}>
          <Icon name="refresh" /> Try again
        </button>
      </p>
    );
  if (state.kind === 'done') return <>{children(state.result)}</>;
  return (
    <div class="tile-wait" aria-busy="true">
      <span class="sr-only">Loading…</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </div>
  );
}
