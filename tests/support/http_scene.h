/*
 * A daemon, somebody who is connected to it, and the last answer: what most
 * tests of the API begin with.
 */
#ifndef SUPPORT_HTTP_SCENE_H
#define SUPPORT_HTTP_SCENE_H

#include "support/http_client.h"

struct http_scene {
    struct daemon daemon;
    struct client client;
    struct reply reply;
};

/* Starts the daemon with these options, as daemon_start does. */
void http_scene_begin(struct http_scene *scene, const char *const *options);
/* Ends it; fails the test unless it ends with 0. */
void http_scene_end(struct http_scene *scene);

#endif
