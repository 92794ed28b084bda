import { useState } from 'preact/hooks';
import { Chip } from '../../console/parts/values.tsx';
import { describeType, listConstraints, listKinds, listMembers, resolve } from '../logic/describe-schema.ts';
import type { Schema } from '../logic/document.ts';
import { useReference } from './context.ts';
import { Breakable, Prose } from './text.tsx';

interface ValueProps {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** The parameter's own, before its schema's. */
  readonly description?: string | undefined;
  readonly example?: unknown;
}

/** One parameter or member: name, type, limits, and what it holds. */
export function Value({ name, required, schema, description, example }: ValueProps) {
  const { schemas } = useReference().document.components;
  const resolved = resolve(schema, schemas);
  const text = description ?? schema.description ?? resolved.description;
  return (
    <div>
      <dt>
        <Breakable text={name} />
        {required && <Chip tone="accent">required</Chip>}
        <span class="muted">{describeType(schema, schemas)}</span>
      </dt>
      <dd>
        {text && <Prose text={text} />}
        {listConstraints(resolved).map((constraint) => (
          <p class="muted" key={constraint}>
            {constraint}
          </p>
        ))}
        {resolved.enum === undefined &&
          [...new Set([...(resolved.examples ?? []), ...(example === undefined ? [] : [example])])].map((each) => (
            <p class="muted" key={String(each)}>
              for example <code>{String(each)}</code>
            </p>
          ))}
        <Members schema={schema} title="Members" />
      </dd>
    </div>
  );
}

/** The members of an object, or the kinds of a union; nothing for another value. They are rendered when they are opened. */
export function Members({ schema, title }: { readonly schema: Schema; readonly title: string }) {
  const { schemas } = useReference().document.components;
  const members = listMembers(schema, schemas);
  const kinds = listKinds(schema, schemas);
  if (members.length === 0 && kinds.length === 0) return null;
  return kinds.length > 0 ? (
    kinds.map((kind) => <Members key={kind.name} schema={kind.schema} title={kind.name} />)
  ) : (
    <Opened title={`${title} (${members.length})`}>
      {() => (
        <dl class="members">
          {members.map((member) => (
            <Value key={member.name} {...member} />
          ))}
        </dl>
      )}
    </Opened>
  );
}

function Opened({ title, children }: { readonly title: string; readonly children: () => preact.JSX.Element }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
