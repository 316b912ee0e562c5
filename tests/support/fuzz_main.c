/*
 * Runs a fuzz target without a fuzzer: every file of the folders named on the
 * command line goes through LLVMFuzzerTestOneInput once, in the order of the
 * names. So the corpus, which holds every input that ever failed, is an
 * ordinary test in every build, whatever the compiler.
 *
 * An argument may also be a single file: that is how a finding is replayed.
 * A folder without a file is an error, for a test of nothing would pass.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void die(const char *what, const char *path)
{
    (void)fprintf(stderr, "fuzz_main: %s: %s\n", what, path);
    exit(1);
}

/* The input gets a block of exactly its size, so that the address sanitizer sees one byte too far. */
static void run_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        die("cannot open", path);
    }
    uint8_t *data = malloc(size ? size : 1);
    if (!data) {
        die("no memory for", path);
    }
    if (fread(data, 1, size, file) != size) {
        die("cannot read", path);
    }
    (void)fclose(file);

    /* Said before, not after: when the target crashes, this is the last line. */
    (void)printf("%s\n", path);
    (void)fflush(stdout);
    if (LLVMFuzzerTestOneInput(data, size) != 0) {
        die("the target did not return 0 for", path);
    }
    free(data);
}

static int run_path(const char *path);

static int run_folder(const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        die("cannot list", path);
    }
    int inputs = 0;
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.') {
            char child[4096];
            int length = snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
            if (length < 0 || (size_t)length >= sizeof child) {
                die("name too long in", path);
            }
            inputs += run_path(child);
        }
        free(entries[i]);
    }
    free(entries);
    return inputs;
}

/* Returns the number of inputs run. */
static int run_path(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        die("no such file or folder", path);
    }
    if (S_ISDIR(status.st_mode)) {
        return run_folder(path);
    }
    run_file(path, (size_t)status.st_size);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        die("usage", "fuzz_<name> <corpus folder or file>...");
    }
    for (int i = 1; i < argc; i++) {
        int inputs = run_path(argv[i]);
        if (inputs == 0) {
            die("no inputs in", argv[i]);
        }
        (void)printf("%d inputs from %s\n", inputs, argv[i]);
    }
    return 0;
}
