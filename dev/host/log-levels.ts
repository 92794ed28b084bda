/**
 * Which lines leave the host: `logging.logLevel` of host.json. The longest rule that a category starts with decides; there are no
 * wildcards. Source: azure-webjobs-sdk LoggerRuleSelector, LogCategories.
 */
import type { LogLevel } from './rpc.ts';

/** A level by the beginning of a category; `default` for all others. */
export type LogRules = Readonly<Record<string, string>>;

const LEVELS = ['trace', 'debug', 'information', 'warning', 'error', 'critical', 'none'];

/** Whether a line of this category and level passes. */
export type Passes = (category: string, level: LogLevel) => boolean;

/** Returns what decides on lines; each category is looked up once. */
export function createLogFilter(rules: LogRules): Passes {
  const leasts = new Map<string, number>();
  return (category, level) => {
    const least = leasts.get(category) ?? findLeast(rules, category);
    leasts.set(category, least);
    return LEVELS.indexOf(level) >= least;
  };
}

function findLeast(rules: LogRules, category: string): number {
  const matching = Object.keys(rules).filter((rule) => category.toLowerCase().startsWith(rule.toLowerCase()));
  const longest = matching.reduce((best, rule) => (rule.length >= best.length ? rule : best), '');
  return LEVELS.indexOf((rules[longest] ?? rules['default'] ?? 'Information').toLowerCase());
}
