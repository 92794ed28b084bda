/// <summary>Runs calls one after the other, and prints a line for each.</summary>
static class Calls
{
    public static readonly string Endpoint = Read("FRONTDESK");
    public static readonly string Token = Read("TOKEN");

    /// <summary>Prints `N of M`; returns whether each call did what it should.</summary>
    public static async Task<bool> RunAsync(string title, IReadOnlyList<(string Name, Func<Task> Send)> calls)
    {
        var done = 0;
        foreach (var (name, send) in calls)
        {
            try
            {
                await send();
                done++;
                Console.WriteLine($"  ok  {name}");
            }
            catch (Exception error)
            {
                Console.WriteLine($"  FAILED  {name}: {error.GetType().Name} {error.Message}");
            }
        }
        Console.WriteLine($"{title}: {done} of {calls.Count}");
        return done == calls.Count;
    }

    /// <summary>Throws unless it is true.</summary>
    public static void Check(bool isTrue, string what)
    {
        if (!isTrue) throw new InvalidOperationException(what);
    }

    public static string Read(string name) =>
        Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"{name} is missing.");
}
