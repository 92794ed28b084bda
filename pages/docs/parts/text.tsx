/** Small parts of text. */
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../console/parts/values.tsx';

export function Method({ method }: { readonly method: string }) {
  return <span class="method">{method}</span>;
}

/** The document's descriptions: paragraphs, and names in backquotes. */
export function Prose({ text }: { readonly text: string }) {
  return text
    .split('\n\n')
    .map((paragraph) => (
      <p key={paragraph}>
        {paragraph.split('`').map((part, index) => (index % 2 === 1 ? <Breakable key={index} text={part} /> : part))}
      </p>
    ));
}

/** A name or path that may break before a slash or a dot. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <code>
      {text
        .split(/(?=[/.])/)
        .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={text.length + index} />, part]))}
    </code>
  );
}

/** Names, and what they are. */
export function Named({
  entries,
}: {
  readonly entries: readonly (readonly [name: ComponentChildren, text: string])[];
}) {
  return (
    <dl class="members">
      {entries.map(([name, text]) => (
        <div key={text}>
          <dt>{name}</dt>
          <dd>
            <Prose text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text to copy: a command or JSON. The keyboard can scroll it. */
export function Code({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <figure class="code" aria-label={what}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <pre class="block" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </figure>
  );
}
