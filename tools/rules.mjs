/** The rules of the documents: a paragraph that begins with an id, as in `**S1-07** text`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the rules of documents, each with the heading above it. The text is Markdown.
 * @param {string} root Folder of the repository.
 * @param {readonly string[]} documents Files of docs.
 */
export function readRules(root, documents) {
  let section = '';
  return documents
    .flatMap((name) =>
      readFileSync(join(root, 'docs', name), 'utf8')
        .trimEnd()
        .split('\n\n'),
    )
    .flatMap((paragraph) => {
      section = /^#+ (.+)/.exec(paragraph)?.[1] ?? section;
      const [, id, text] = /^\*\*([A-Z]\d?-\d+)\*\* (.+)/s.exec(paragraph) ?? [];
      return id && text ? [{ id, section, text }] : [];
    });
}

/**
 * Returns all rules as the reference shows them: without links, and with a line for each row of a table.
 * @param {string} root Folder of the repository.
 */
export function listShownRules(root) {
  return readRules(root, ['specification.md', 'reliability.md']).map(({ text, ...rule }) => {
    const rows = text.replace(/^\|[-|]+\n/m, '').replace(/^\| (.+?) \| (.+) \|$/gm, '\n$1: $2');
    return { ...rule, text: rows.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1') };
  });
}
