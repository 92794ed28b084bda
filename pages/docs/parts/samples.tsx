import type { Operation } from '../logic/document.ts';
import { composeSample, languages } from '../logic/samples.ts';
import { Choice } from './choice.tsx';
import { useReference } from './context.ts';
import { Code } from './text.tsx';

/** The operation's example as a command or script; the language stays chosen on the next operation. */
export function Samples({ operation }: { readonly operation: Operation }) {
  const { config, document: openApi, language, setLanguage } = useReference();
  const sample = composeSample(language, operation, { server: openApi.servers[0].url, profile: config.profile });
  return (
    <section aria-labelledby="sample">
      <h2 id="sample">Sample</h2>
      <Choice label="Language" id="sample-language" options={languages} value={language} onChange={setLanguage}>
        <Code text={sample} what={`${language} sample`} />
      </Choice>
    </section>
  );
}
