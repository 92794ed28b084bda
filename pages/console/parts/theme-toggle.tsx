import { useEffect, useState } from 'preact/hooks';
import { Icon } from './values.tsx';

const KEY = 'frontdesk.theme';
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

type Theme = keyof typeof NEXT;

/** Light, dark, or the system's setting. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(() => (localStorage.getItem(KEY) as Theme | null) ?? 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const choose = (next: Theme) => {
    // At once: the page may be left before an effect runs.
    localStorage.setItem(KEY, next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class="ghost"
      onClick={() => choose(NEXT[theme])}
      aria-label={`Colours: ${theme}. Change to ${NEXT[theme]}.`}
      title={`Colours: ${theme}`}
    >
      <Icon name={ICONS[theme]} />
    </button>
  );
}
