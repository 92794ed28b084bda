/**
 * Which lines leave the host: `logging.logLevel` of host.json. The longest rule that a category starts with decides; there are no
 * wildcards. Source: azure-webjobs-sdk LoggerRuleSelector, LogCategories.
 */
import type { LogLevel } from './rpc.ts';

/** A level by the beginning of a category; `default` for all others. */
export type LogRules = Readonly<Record<string, string>>;

const LEVELS = ['trace', 'debug', 'information', 'warning', 'error', 'critical', 'none'];

/** Whether a line of this category and level passes. */
export function passes(rules: LogRules, category: string, level: LogLevel): boolean {
  const matching = Object.keys(rules).filter((rule) => category.toLowerCase().startsWith(rule.toLowerCase()));
  const longest = matching.reduce((best, rule) => (rule.length >= best.length ? rule : best), '');
  const least = rules[longest] ?? rules['default'] ?? 'Information';
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least.toLowerCase());
}
