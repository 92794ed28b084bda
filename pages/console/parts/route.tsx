interface RouteProps {
  readonly method: string;
  readonly path: string;
}

/** A method and a path; the path breaks before a slash and nowhere else. */
export function Route({ method, path }: RouteProps) {
  return (
    <p class="route">
      <span class={`method method-${method.toLowerCase()}`}>{method}</span>
      <code>
        {path.split(/(?=\/)/).map((segment) => (
          <span key={segment}>
            <wbr />
            {segment}
          </span>
        ))}
      </code>
    </p>
  );
}
