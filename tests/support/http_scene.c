/* A daemon and somebody who speaks to it. */
#include "support/http_scene.h"

void http_scene_begin(struct http_scene *scene, const char *const *options)
{
    daemon_start(&scene->daemon, options);
    client_init(&scene->client, scene->daemon.port);
    reply_init(&scene->reply);
}

void http_scene_end(struct http_scene *scene)
{
    reply_release(&scene->reply);
    client_release(&scene->client);
    daemon_end(&scene->daemon);
}
